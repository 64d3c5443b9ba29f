// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc has no wrappers for Landlock, and the headers of older systems lack newer rights, so the numbers are written out. They are
// the same on all architectures (Documentation/userspace-api/landlock.rst).
struct sandbox_ruleset {
    uint64_t file_rights, network_rights, scopes;
};
struct sandbox_beneath {
    uint64_t rights;
    int32_t parent;
} __attribute__((packed));

#ifndef O_PATH
#define O_PATH 010000000
#endif

enum {
    sandbox_create_ruleset = 444,
    sandbox_add_rule = 445,
    sandbox_restrict_self = 446,
    sandbox_read_file = 1 << 2,
    sandbox_read_directory = 1 << 3,
};

// The version of Landlock in the kernel; negative if there is none.
static inline int sandbox_landlock_version(void) {
    return (int)syscall(sandbox_create_ruleset, NULL, 0, 1);
}

// Creates a ruleset that forbids all access to files, TCP, abstract sockets and signals to other processes, as far as the kernel
// supports that; negative on error. With a `network` of 2, TCP towards others is permitted.
static inline int sandbox_make_ruleset(int version, int network) {
    int file_rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    struct sandbox_ruleset ruleset = {
        .file_rights = (1ull << file_rights) - 1,
        .network_rights = version < 4 ? 0 : network > 1 ? 1 : 3,
        .scopes = version >= 6 ? 3 : 0,
    };
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(sandbox_create_ruleset, &ruleset, size, 0);
}

// Permits reading a file, or everything beneath a folder; 0, or negative on error. Skips a path that does not exist or is not
// accessible.
static inline int sandbox_permit_reading(int ruleset, const char *path) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1;
    struct stat status;
    int result = fstat(place, &status);
    if (result == 0) {
        struct sandbox_beneath rule = { .rights = sandbox_read_file, .parent = place };
        if (S_ISDIR(status.st_mode)) rule.rights |= sandbox_read_directory;
        result = (int)syscall(sandbox_add_rule, ruleset, 1, &rule, 0);
    }
    close(place);
    return result;
}

// Applies the ruleset permanently to the calling thread, and to the threads and processes that it starts.
static inline int sandbox_apply(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(sandbox_restrict_self, ruleset, 0);
}

#if defined(__x86_64__)
#define SANDBOX_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SANDBOX_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__arm__)
#define SANDBOX_ARCHITECTURE AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define SANDBOX_ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#define SANDBOX_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SANDBOX_REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define SANDBOX_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
// The low half of an argument: all architectures above are little-endian.
#define SANDBOX_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define SANDBOX_DENY(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), SANDBOX_REFUSE(EPERM)
// Skips the next `count` instructions unless the accumulator has the value.
#define SANDBOX_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))

// Whether the kernel has seccomp filters.
static inline int sandbox_has_seccomp(void) {
#ifdef SANDBOX_ARCHITECTURE
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
    return 0;
#endif
}

// Permanently refuses, for all threads of this process, system calls that no decoder and no sender needs: starting programs,
// tracing, mounts, modules, keys, io_uring (which would bypass this filter), other namespaces, clocks, and signals to other
// processes. Sockets: none; with a `network` of 1 those for UDP and for the list of interfaces; with 2 those for TCP as well. No
// other program can connect to this process.
//
// A list of forbidden calls, because libraries of the system (GStreamer's plug-ins, TLS, drivers of decoders) use other calls in
// each version, and a list of allowed calls would break with their updates.
static inline int sandbox_filter_calls(int network) {
#ifdef SANDBOX_ARCHITECTURE
    uint32_t self = (uint32_t)getpid();
    struct sock_filter program[] = {
        SANDBOX_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        SANDBOX_LOAD(nr),
#ifdef __x86_64__
        // The x32 ABI numbers its calls differently.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        SANDBOX_DENY(iopl), SANDBOX_DENY(ioperm), SANDBOX_DENY(modify_ldt),
#endif
        SANDBOX_DENY(execve), SANDBOX_DENY(execveat),
        SANDBOX_DENY(ptrace), SANDBOX_DENY(process_vm_readv), SANDBOX_DENY(process_vm_writev), SANDBOX_DENY(kcmp),
        SANDBOX_DENY(pidfd_open), SANDBOX_DENY(pidfd_getfd), SANDBOX_DENY(pidfd_send_signal),
        SANDBOX_DENY(process_madvise), SANDBOX_DENY(perf_event_open), SANDBOX_DENY(bpf), SANDBOX_DENY(userfaultfd),
        SANDBOX_DENY(io_uring_setup), SANDBOX_DENY(io_uring_enter), SANDBOX_DENY(io_uring_register),
        SANDBOX_DENY(mount), SANDBOX_DENY(umount2), SANDBOX_DENY(pivot_root), SANDBOX_DENY(chroot),
        SANDBOX_DENY(move_mount), SANDBOX_DENY(open_tree), SANDBOX_DENY(mount_setattr),
        SANDBOX_DENY(fsopen), SANDBOX_DENY(fsconfig), SANDBOX_DENY(fsmount), SANDBOX_DENY(fspick),
        SANDBOX_DENY(unshare), SANDBOX_DENY(setns), SANDBOX_DENY(personality),
        SANDBOX_DENY(keyctl), SANDBOX_DENY(add_key), SANDBOX_DENY(request_key),
        SANDBOX_DENY(init_module), SANDBOX_DENY(finit_module), SANDBOX_DENY(delete_module),
        SANDBOX_DENY(kexec_load), SANDBOX_DENY(reboot), SANDBOX_DENY(swapon), SANDBOX_DENY(swapoff),
        SANDBOX_DENY(acct), SANDBOX_DENY(quotactl), SANDBOX_DENY(syslog), SANDBOX_DENY(vhangup),
        SANDBOX_DENY(sethostname), SANDBOX_DENY(setdomainname),
        SANDBOX_DENY(settimeofday), SANDBOX_DENY(clock_settime), SANDBOX_DENY(clock_adjtime), SANDBOX_DENY(adjtimex),
        SANDBOX_DENY(name_to_handle_at), SANDBOX_DENY(open_by_handle_at), SANDBOX_DENY(fanotify_init),
        SANDBOX_DENY(listen), SANDBOX_DENY(accept4),
#ifdef __NR_accept
        SANDBOX_DENY(accept),
#endif
        // Signals: only to itself, because a process aborts that way.
        SANDBOX_DENY(tkill), SANDBOX_DENY(rt_sigqueueinfo), SANDBOX_DENY(rt_tgsigqueueinfo),
        SANDBOX_UNLESS(__NR_kill, 4), SANDBOX_ARGUMENT(0), SANDBOX_UNLESS(self, 1), SANDBOX_ALLOW, SANDBOX_REFUSE(EPERM),
        SANDBOX_UNLESS(__NR_tgkill, 4), SANDBOX_ARGUMENT(0), SANDBOX_UNLESS(self, 1), SANDBOX_ALLOW, SANDBOX_REFUSE(EPERM),
        // Sockets.
        SANDBOX_UNLESS(__NR_socket, 19),
        BPF_JUMP(BPF_JMP | BPF_JA, network ? 1 : 0, 0, 0), SANDBOX_REFUSE(EACCES),
        SANDBOX_ARGUMENT(0),
        SANDBOX_UNLESS(AF_NETLINK, 4), SANDBOX_ARGUMENT(2), SANDBOX_UNLESS(NETLINK_ROUTE, 1), SANDBOX_ALLOW,
        SANDBOX_REFUSE(EACCES),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0), SANDBOX_REFUSE(EAFNOSUPPORT),
        SANDBOX_ARGUMENT(1),
        // Without SOCK_NONBLOCK and SOCK_CLOEXEC.
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF),
        SANDBOX_UNLESS(SOCK_DGRAM, 1), SANDBOX_ALLOW,
        BPF_JUMP(BPF_JMP | BPF_JA, network > 1 ? 0 : 2, 0, 0), SANDBOX_UNLESS(SOCK_STREAM, 1), SANDBOX_ALLOW,
        SANDBOX_REFUSE(EACCES),
        SANDBOX_ALLOW,
    };
    struct sock_fprog filter = { .len = sizeof program / sizeof *program, .filter = program };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    // TSYNC applies the filter to existing threads, too.
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
#else
    errno = ENOSYS;
    return -1;
#endif
}

// Drops all capabilities of the calling thread and of those that it starts. Capabilities bypass Landlock's protection of other
// processes: CAP_PERFMON permits reading their environment.
static inline int sandbox_drop_capabilities(void) {
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { 0 } };
    return (int)syscall(SYS_capset, &header, none);
}

// Closes every descriptor but standard input, output and error.
static inline void sandbox_close_descriptors(void) {
#ifdef __NR_close_range
    syscall(__NR_close_range, 3, ~0u, 0);
#endif
}
