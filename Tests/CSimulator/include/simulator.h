// SPDX-License-Identifier: Apache-2.0
// Replaces the system during a simulated run: clocks, random bytes, serial queues and the results of disk calls.
#pragma once
#include <stdint.h>

/// Sets the time that all monotonic clocks show, in nanoseconds.
void simulator_set_now(int64_t nanoseconds);
/// Sets the offset of the wall clock from the monotonic clocks, in nanoseconds.
void simulator_set_wall(int64_t nanoseconds);
/// Restarts the sequence of random bytes from a seed.
void simulator_seed(uint64_t seed);
/// Passes each block that is sent to a serial queue to this function, with the queue.
void simulator_on_dispatch(void (*take)(void *queue, void *block));
/// Runs a block that the function received, and releases it.
void simulator_run_block(void *block);

/// The kinds of disk calls that can fail.
enum {
    simulator_write = 1,
    simulator_sync = 2,
    simulator_change = 4,
    simulator_all = 7,
};
/// Makes one call of these kinds fail, and all later ones if `lasting`. `number` counts from 1; 0 makes none fail.
///
/// If `error` is 0, a write stores half of its bytes and reports no error; later calls fail with EIO.
void simulator_fail(int64_t number, int error, int kinds, int lasting);
/// Sets whether calls are counted and may fail from now on.
void simulator_enable(int enabled);
/// The number of calls of these kinds since `simulator_fail`.
int64_t simulator_calls(void);
/// Whether a call has failed since `simulator_fail`.
int simulator_failed(void);

/// Starts to track writes under a folder that are not synced.
void simulator_watch(const char *folder);
/// Undoes all unsynced writes in a copy of the folder, as a power cut may, and stops tracking.
void simulator_cut_power(const char *folder, const char *copy);
