// SPDX-License-Identifier: Apache-2.0
// Linked into the simulator alone. These functions take precedence over those of the C library and of Dispatch in all libraries of
// the process, so that the product's own code runs unchanged, SQLite included.
#define _GNU_SOURCE
#include "simulator.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long raw(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
#else
#error "the simulator runs on x86-64 and on 64-bit ARM"
#endif
}

/// Calls the kernel directly, past the replacements below.
static long system_call(long number, long a, long b, long c, long d, long e, long f) {
    long result = raw(number, a, b, c, d, e, f);
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}
#define FIRST(a, b, c, d, e, f, g, ...) \
    system_call((long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f), (long)(g))
#define call_system(...) FIRST(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

static int64_t now = 1000000000000, wall = 0;
static uint64_t state = 1;

void simulator_set_now(int64_t nanoseconds) { now = nanoseconds; }
void simulator_set_wall(int64_t nanoseconds) { wall = nanoseconds; }
void simulator_seed(uint64_t seed) { state = seed * 2 + 1; }

// Threads of libraries, such as Dispatch's timer manager, get the real time: they would spin if the clock did not advance.
static pid_t player;
__attribute__((constructor)) static void begin(void) {
    player = getpid();
    // Line buffering, so that a crash loses no output.
    setvbuf(stdout, NULL, _IOLBF, 0);
}
static int is_player(void) {
    static __thread pid_t thread;
    if (!thread) thread = (pid_t)call_system(SYS_gettid);
    return thread == player;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_player() || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return (int)call_system(SYS_clock_gettime, clock, time);
    int64_t shown = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? now + wall : now;
    time->tv_sec = shown / 1000000000;
    time->tv_nsec = shown % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec shown;
    clock_gettime(CLOCK_REALTIME, &shown);
    *time = (struct timeval){shown.tv_sec, shown.tv_nsec / 1000};
    return 0;
}

static uint64_t draw(void) {
    state += 0x9E3779B97F4A7C15;
    uint64_t value = state;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

static void fill(void *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) ((uint8_t *)bytes)[index] = (uint8_t)draw();
}

void arc4random_buf(void *bytes, size_t count) { fill(bytes, count); }
uint32_t arc4random(void) { return (uint32_t)draw(); }
ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    if (!is_player()) return call_system(SYS_getrandom, bytes, count, flags);
    fill(bytes, count);
    return (ssize_t)count;
}
int getentropy(void *bytes, size_t count) {
    fill(bytes, count);
    return 0;
}

// Swift's own generator calls the kernel through `syscall`.
long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a[6];
    for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && is_player()) return getrandom((void *)a[0], (size_t)a[1], 0);
    return system_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// Serial queues. The blocks ABI fixes the position of a block's function.
struct block {
    void *class;
    int32_t flags, reserved;
    void (*invoke)(void *);
};
extern void *_Block_copy(const void *);
extern void _Block_release(const void *);
static void (*take)(void *, void *);

void simulator_on_dispatch(void (*function)(void *, void *)) { take = function; }
void dispatch_async(void *queue, void *block) { take(queue, _Block_copy(block)); }
void simulator_run_block(void *block) {
    ((struct block *)block)->invoke(block);
    _Block_release(block);
}

// Disk calls.
static int64_t number, calls;
static int failure, kinds, lasting, failed, enabled;

void simulator_fail(int64_t at, int error, int which, int lasts) {
    number = at, failure = error, kinds = which, lasting = lasts, calls = 0, failed = 0;
}
void simulator_enable(int on) { enabled = on; }
int64_t simulator_calls(void) { return calls; }
int simulator_failed(void) { return failed; }

/// The error of this call, or -1 if the call may proceed.
static int fault(int kind) {
    if (!enabled || !number || !(kinds & kind)) return -1;
    calls++;
    if (calls < number || (calls > number && !lasting)) return -1;
    int first = calls == number;
    failed = 1;
    return failure ? failure : first ? 0 : EIO;
}

// A write that is not synced; newest first.
struct undo {
    struct undo *before;
    dev_t device;
    ino_t file;
    char *path;
    off_t offset, size;
    size_t count;
    uint8_t bytes[];
};
static struct undo *undos;
static char *watched;

void simulator_watch(const char *folder) {
    free(watched);
    watched = folder ? strdup(folder) : NULL;
    while (undos) {
        struct undo *next = undos->before;
        free(undos->path);
        free(undos);
        undos = next;
    }
}

static char *path_of(int file) {
    char link[64], path[4096];
    strcpy(link, "/proc/self/fd/");
    int digits = 0;
    char text[16];
    do text[digits++] = (char)('0' + file % 10); while ((file /= 10));
    size_t length = strlen(link);
    while (digits) link[length++] = text[--digits];
    link[length] = 0;
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count <= 0) return NULL;
    path[count] = 0;
    return strdup(path);
}

static void remember(int file, off_t offset, size_t count) {
    if (!watched) return;
    char *path = path_of(file);
    struct stat status;
    if (!path || strncmp(path, watched, strlen(watched)) || fstat(file, &status)) {
        free(path);
        return;
    }
    struct undo *undo = malloc(sizeof *undo + count);
    *undo = (struct undo){undos, status.st_dev, status.st_ino, path, offset, status.st_size, 0};
    ssize_t old = call_system(SYS_pread64, file, undo->bytes, count, offset);
    undo->count = old > 0 ? (size_t)old : 0;
    undos = undo;
}

static void forget(int file) {
    struct stat status;
    if (!undos || fstat(file, &status)) return;
    for (struct undo **place = &undos; *place;) {
        struct undo *undo = *place;
        if (undo->file == status.st_ino && undo->device == status.st_dev) {
            *place = undo->before;
            free(undo->path);
            free(undo);
        } else {
            place = &undo->before;
        }
    }
}

void simulator_cut_power(const char *folder, const char *copy) {
    for (struct undo *undo = undos; undo; undo = undo->before) {
        size_t length = strlen(folder);
        if (strncmp(undo->path, folder, length)) continue;
        char path[4096];
        if (strlen(copy) + strlen(undo->path + length) >= sizeof path) continue;
        strcpy(path, copy);
        strcat(path, undo->path + length);
        int file = open(path, O_WRONLY | O_CLOEXEC);
        if (file < 0) continue;
        call_system(SYS_pwrite64, file, undo->bytes, undo->count, undo->offset);
        call_system(SYS_ftruncate, file, undo->size);
        close(file);
    }
    simulator_watch(NULL);
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
    int error = fault(simulator_write);
    if (error > 0) {
        errno = error;
        return -1;
    }
    remember(file, offset, count);
    return call_system(SYS_pwrite64, file, bytes, error == 0 && count > 1 ? count / 2 : count, offset);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return write_at(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return write_at(file, bytes, count, offset);
}

static int synchronize(int file) {
    int error = fault(simulator_sync);
    if (error >= 0) {
        errno = error ? error : EIO;
        return -1;
    }
    forget(file);
    return 0;
}
int fsync(int file) { return synchronize(file); }
int fdatasync(int file) { return synchronize(file); }

static int change(void) {
    int error = fault(simulator_change);
    if (error >= 0) errno = error ? error : EIO;
    return error;
}
int ftruncate(int file, off_t size) {
    if (change() >= 0) return -1;
    struct stat status;
    if (!fstat(file, &status) && status.st_size > size) remember(file, size, (size_t)(status.st_size - size));
    return (int)call_system(SYS_ftruncate, file, size);
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int rename(const char *from, const char *to) { return change() >= 0 ? -1 : (int)call_system(SYS_rename, from, to); }
int unlink(const char *path) { return change() >= 0 ? -1 : (int)call_system(SYS_unlink, path); }
