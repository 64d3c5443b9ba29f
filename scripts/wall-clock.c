// SPDX-License-Identifier: Apache-2.0
// A wall clock that can be stepped under a program that runs: loaded into it before the C library (LD_PRELOAD), it adds
// the nanoseconds in the file $WALL_CLOCK (eight bytes, of the machine's order) to what the program reads. Like the
// clock that an administrator or NTP sets, it leaves the monotonic clock and every sleep alone.
//
// Waits that end at a moment of the wall clock are given that moment's distance: sem_timedwait, which Dispatch uses.
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { nanoseconds = 1000000000 };
static _Atomic int64_t *step;

// Whoever cannot have it must not go on with the machine's own clock: the test would test nothing.
__attribute__((constructor)) static void open_step(void) {
    const char *path = getenv("WALL_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = mmap(NULL, sizeof *step, PROT_READ, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) abort();
    close(file);
    step = page;
}

static int64_t read_clock(clockid_t clock) {
    struct timespec time;
    syscall(SYS_clock_gettime, clock, &time);
    return (int64_t)time.tv_sec * nanoseconds + time.tv_nsec;
}

static struct timespec timespec_of(int64_t time) {
    return (struct timespec){.tv_sec = time / nanoseconds, .tv_nsec = time % nanoseconds};
}

// A constructor of another library may ask before ours has run.
static int64_t wall_clock(void) {
    return read_clock(CLOCK_REALTIME) + (step ? atomic_load(step) : 0);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return (int)syscall(SYS_clock_gettime, clock, time);
    *time = timespec_of(wall_clock());
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    int64_t now = wall_clock();
    *time = (struct timeval){.tv_sec = now / nanoseconds, .tv_usec = now % nanoseconds / 1000};
    return 0;
}

time_t time(time_t *out) {
    time_t now = wall_clock() / nanoseconds;
    if (out) *out = now;
    return now;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
    int64_t left = (int64_t)end->tv_sec * nanoseconds + end->tv_nsec - wall_clock();
    struct timespec until = timespec_of(read_clock(CLOCK_MONOTONIC) + (left > 0 ? left : 0));
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &until);
}
