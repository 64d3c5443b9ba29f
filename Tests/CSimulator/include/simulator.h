// SPDX-License-Identifier: Apache-2.0
// What a simulated run puts in place of the system: clocks, random bytes, serial queues and the results of disk calls.
#pragma once
#include <stdint.h>

/// Sets what all monotonic clocks show, in nanoseconds.
void simulator_set_now(int64_t nanoseconds);
/// Sets how far the wall clock is from the monotonic clocks, in nanoseconds.
void simulator_set_wall(int64_t nanoseconds);
/// Begins the sequence of random bytes anew.
void simulator_seed(uint64_t seed);
/// Gives each block that is sent to a serial queue to this function, with the queue.
void simulator_on_dispatch(void (*take)(void *queue, void *block));
/// Runs a block that was taken, and releases it.
void simulator_run_block(void *block);

/// The kinds of calls that can fail.
enum {
    simulator_write = 1,
    simulator_sync = 2,
    simulator_change = 4,
    simulator_all = 7,
};
/// Lets the call with this number, counted from 1, of these kinds fail, and all behind it if `lasting`; 0 for none.
///
/// A write that fails with 0 as its error is written in half and reports no error of its own: the calls behind it fail with EIO.
void simulator_fail(int64_t number, int error, int kinds, int lasting);
/// Whether calls are counted and may fail now.
void simulator_enable(int enabled);
/// The calls of the kinds that were counted since `simulator_fail`.
int64_t simulator_calls(void);
/// Whether a call has failed since `simulator_fail`.
int simulator_failed(void);

/// Begins to remember what was written under a folder and not synced.
void simulator_watch(const char *folder);
/// Takes back under a copy of the folder what was never synced, as a power cut may; forgets it.
void simulator_cut_power(const char *folder, const char *copy);
