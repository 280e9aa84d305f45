/*
 * Confines itself by what the Linux kernel offers and then becomes the program it was given. Nothing of that program runs
 * before every step that was asked for is in force: a step that fails ends the launcher with code 119 and one line on the
 * error stream. Static, without a C library, so it starts in a fraction of a millisecond and needs nothing of the system.
 *
 *   sandbox-launcher probe
 *   sandbox-launcher OPTION VALUE ... -- PROGRAM ARGUMENT ...
 *
 *   read PATH      may be read and executed        write PATH    may be read and changed
 *   device PATH    may be read and written without counting as a place where files change
 *   hide PATH      covered by an empty, unreadable file or an empty folder; needs a mount namespace
 *   mounts 1       all mounts but those of `write` become read-only; needs a mount namespace
 *   network none   no sockets (the default)        network all   internet sockets
 *   network N      listen at TCP port N, connect nowhere
 *   data N         bytes of private memory         files N       open files       processes N   of this user; 0: threads alone
 *   parent ends    ends with the process that has started it
 *
 * A path of `read` or `write` that does not exist grants nothing. A path of `hide` that does not exist hides nothing.
 */
#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

typedef unsigned long ul;
typedef unsigned long long u64;
typedef unsigned int u32;

#define SETUP_FAILED 119
#define NOT_EXECUTABLE 126
#define NOT_FOUND 127

/* Newer than the headers of some distributions. */
#define NR_open_tree 428
#define NR_move_mount 429
#define NR_fsopen 430
#define NR_fsconfig 431
#define NR_fsmount 432
#define NR_fspick 433
#define NR_clone3 435
#define NR_close_range 436
#define NR_pidfd_getfd 438
#define NR_mount_setattr 442
#define NR_quotactl_fd 443
#define NR_landlock_create_ruleset 444
#define NR_landlock_add_rule 445
#define NR_landlock_restrict_self 446
#define NR_fchmodat2 452
#define NR_setxattrat 463
#define NR_removexattrat 466
#define NR_open_tree_attr 467
#define NR_file_setattr 469

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
__asm__(".globl _start\n_start:\n xor %ebp,%ebp\n mov %rsp,%rdi\n and $-16,%rsp\n call begin\n hlt\n");
static long call6(long n, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
struct file_status { ul device, inode, links; u32 mode, rest[40]; };
#define OPEN_NOFOLLOW 0400000
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
__asm__(".globl _start\n_start:\n mov x29,#0\n mov x30,#0\n mov x0,sp\n bl begin\n brk #0\n");
static long call6(long n, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = n, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}
struct file_status { ul device, inode; u32 mode, rest[40]; };
#define OPEN_NOFOLLOW 0100000
#else
#error "only x86-64 and 64-bit ARM"
#endif

#define call(n, a, b, c, d) call6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

#define AT_CWD (-100)
#define OPEN_PATH 010000000
#define OPEN_CLOEXEC 02000000
#define EMPTY_PATH 0x1000
#define SYMLINK_NOFOLLOW 0x100
#define RECURSIVE 0x8000

#define ERROR_NOT_PERMITTED 1
#define ERROR_MISSING 2
#define ERROR_DENIED 13
#define ERROR_NOT_FOLDER 20
#define ERROR_INVALID 22
#define ERROR_NO_CALL 38
#define ERROR_LOOP 40
#define ERROR_NO_FAMILY 97

/* The compiler may ask for these by itself. */
void *memset(void *target, int value, ul size) {
  char *each = target;
  while (size--) *each++ = (char)value;
  return target;
}
void *memcpy(void *target, const void *source, ul size) {
  char *to = target;
  const char *from = source;
  while (size--) *to++ = *from++;
  return target;
}

static ul length_of(const char *text) {
  ul length = 0;
  while (text[length]) length++;
  return length;
}

static int same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static void print(int stream, const char *text) { call(__NR_write, stream, text, length_of(text), 0); }

static void print_number(int stream, ul number) {
  char digits[24], *at = digits + sizeof digits - 1;
  *at = 0;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  print(stream, at);
}

static _Noreturn void leave(int code) {
  for (;;) call(__NR_exit_group, code, 0, 0, 0);
}

static _Noreturn void fail(const char *step, const char *subject, long error) {
  print(2, "filewright sandbox: ");
  print(2, step);
  if (subject) print(2, " "), print(2, subject);
  print(2, " failed with error ");
  print_number(2, (ul)(error < 0 ? -error : error));
  print(2, "\n");
  leave(SETUP_FAILED);
}

static void demand(const char *step, const char *subject, long result) {
  if (result < 0) fail(step, subject, result);
}

/* A whole number; anything else is refused. */
static ul parse(const char *option, const char *text) {
  ul number = 0;
  if (!*text || length_of(text) > 18) fail(option, text, ERROR_INVALID);
  for (; *text; text++) {
    if (*text < '0' || *text > '9') fail(option, text, ERROR_INVALID);
    number = number * 10 + (ul)(*text - '0');
  }
  return number;
}

/* ---- policy ---- */

enum network { NETWORK_NONE, NETWORK_ALL, NETWORK_LISTEN };

struct policy {
  char **options, **end;
  int hides, seals, writes, is_alone, ends_with_parent, has_own_ipc;
  enum network network;
  ul port, data, files, processes;
};

static void read_policy(struct policy *policy, char **options) {
  char **at = options;
  for (; *at && !same(*at, "--"); at += 2) {
    const char *name = *at, *value = at[1];
    if (!value || !*value) fail("option", name, ERROR_INVALID);
    if (same(name, "read") || same(name, "device")) continue;
    else if (same(name, "write")) policy->writes = 1;
    else if (same(name, "hide")) policy->hides = 1;
    else if (same(name, "mounts")) policy->seals = 1;
    else if (same(name, "data")) policy->data = parse(name, value);
    else if (same(name, "files")) policy->files = parse(name, value);
    else if (same(name, "processes")) policy->processes = parse(name, value), policy->is_alone = !policy->processes;
    else if (same(name, "parent") && same(value, "ends")) policy->ends_with_parent = 1;
    else if (!same(name, "network")) fail("option", name, ERROR_INVALID);
    else if (same(value, "none")) policy->network = NETWORK_NONE;
    else if (same(value, "all")) policy->network = NETWORK_ALL;
    else policy->network = NETWORK_LISTEN, policy->port = parse(name, value);
  }
  if (!*at || !at[1]) fail("program", "", ERROR_MISSING);
  policy->options = options;
  policy->end = at;
}

static int is_absent(long error) {
  return error == -ERROR_MISSING || error == -ERROR_NOT_FOLDER || error == -ERROR_DENIED || error == -ERROR_LOOP;
}

static long status_at(long folder, const char *path, struct file_status *status, int flags) {
  return call(__NR_newfstatat, folder, path, status, flags);
}

/* ---- mount namespace ---- */

#define NEW_MOUNTS 0x00020000
#define NEW_IPC 0x08000000
#define NEW_USER 0x10000000
#define MOUNT_READ_ONLY 1
#define MOUNT_NO_SETUID 2
#define MOUNT_NO_DEVICES 4
#define MOUNT_NO_EXECUTION 8
#define MOUNT_BIND 0x1000
#define MOUNT_RECURSIVE 0x4000
#define MOUNT_PRIVATE 0x40000
#define DETACH 2

static long write_file(const char *path, const char *text) {
  long file = call(__NR_openat, AT_CWD, path, 1 | OPEN_CLOEXEC, 0);
  if (file < 0) return file;
  long written = call(__NR_write, file, text, length_of(text), 0);
  call(__NR_close, file, 0, 0, 0);
  return written;
}

static long map_id(const char *path, ul id) {
  char line[64], digits[24], *at = digits + sizeof digits - 1, *to = line;
  *at = 0;
  do *--at = (char)('0' + id % 10);
  while (id /= 10);
  for (char *each = at; *each; each++) *to++ = *each;
  *to++ = ' ';
  for (char *each = at; *each; each++) *to++ = *each;
  *to++ = ' ', *to++ = '1', *to = 0;
  return write_file(path, line);
}

/* Who may mount anyway keeps the user namespace, and so the right to read files of others. */
static long enter_namespace(void) {
  ul user = (ul)call(__NR_geteuid, 0, 0, 0, 0), group = (ul)call(__NR_getegid, 0, 0, 0, 0);
  long result = call(__NR_unshare, NEW_MOUNTS | NEW_IPC, 0, 0, 0);
  if (result < 0) {
    result = call(__NR_unshare, NEW_USER | NEW_MOUNTS | NEW_IPC, 0, 0, 0);
    if (result < 0) return result;
    write_file("/proc/self/setgroups", "deny");
    if ((result = map_id("/proc/self/uid_map", user)) < 0) return result;
    if ((result = map_id("/proc/self/gid_map", group)) < 0) return result;
  }
  return call6(__NR_mount, 0, (long)"/", 0, MOUNT_RECURSIVE | MOUNT_PRIVATE, 0, 0);
}

struct mount_change { u64 set, clear, propagation, user; };

static long change_mounts(const char *path, u64 set, u64 clear) {
  struct mount_change change = {set, clear, 0, 0};
  return call6(NR_mount_setattr, AT_CWD, (long)path, RECURSIVE, (long)&change, sizeof change, 0);
}

/* The folder of the process is looked up again: as it was opened it would lead around the mounts made here. */
static void renew_working_directory(void) {
  char path[4096];
  struct file_status before, after;
  demand("working directory", 0, status_at(AT_CWD, ".", &before, 0));
  demand("working directory", 0, call(__NR_getcwd, path, sizeof path, 0, 0));
  demand("working directory", path, call(__NR_chdir, path, 0, 0, 0));
  demand("working directory", path, status_at(AT_CWD, ".", &after, 0));
  if (before.device != after.device || before.inode != after.inode)
    /* A folder that is hidden is another one now, and may stay. */
    if (after.device == before.device) fail("working directory", path, ERROR_MISSING);
}

static int writes_everything(const struct policy *policy) {
  for (char **at = policy->options; at < policy->end; at += 2)
    if (same(*at, "write") && same(at[1], "/")) return 1;
  return 0;
}

static void seal_mounts(const struct policy *policy) {
  if (writes_everything(policy)) return;
  for (char **at = policy->options; at < policy->end; at += 2) {
    if (!same(*at, "write")) continue;
    long result = call6(__NR_mount, (long)at[1], (long)at[1], 0, MOUNT_BIND | MOUNT_RECURSIVE, 0, 0);
    if (!is_absent(result)) demand("binding", at[1], result);
  }
  demand("read-only mounts", 0, change_mounts("/", MOUNT_READ_ONLY, 0));
  for (char **at = policy->options; at < policy->end; at += 2) {
    if (!same(*at, "write")) continue;
    long result = change_mounts(at[1], 0, MOUNT_READ_ONLY);
    /* What was read-only before may be locked so. */
    if (!is_absent(result) && result != -ERROR_NOT_PERMITTED) demand("writable mount", at[1], result);
  }
}

#define MASK_FLAGS (MOUNT_READ_ONLY | MOUNT_NO_SETUID | MOUNT_NO_DEVICES | MOUNT_NO_EXECUTION)
#define MASK_FOLDER "/proc"
#define MASK_FILE "/proc/masked"

static void mount_mask_source(struct file_status *mask) {
  demand("mask", 0, call6(__NR_mount, (long)"tmpfs", (long)MASK_FOLDER, (long)"tmpfs", 0, (long)"size=4k,mode=0555", 0));
  long file = call(__NR_openat, AT_CWD, MASK_FILE, 0100 | 0200 | OPEN_CLOEXEC, 0);
  demand("mask", 0, file);
  call(__NR_close, file, 0, 0, 0);
  demand("mask", 0, change_mounts(MASK_FOLDER, MOUNT_READ_ONLY, 0));
  demand("mask", 0, status_at(AT_CWD, MASK_FILE, mask, 0));
}

/* Whether something is there to be hidden. */
static int hide(const char *path, const struct file_status *mask) {
  struct file_status before, after;
  long result = status_at(AT_CWD, path, &before, SYMLINK_NOFOLLOW);
  if (is_absent(result)) return 0;
  demand("hiding", path, result);
  int is_folder = (before.mode & 0170000) == 0040000;
  result = is_folder ? call6(__NR_mount, (long)"tmpfs", (long)path, (long)"tmpfs", MASK_FLAGS, (long)"size=4k,mode=0555", 0)
                     : call6(__NR_mount, (long)MASK_FILE, (long)path, 0, MOUNT_BIND, 0, 0);
  demand("hiding", path, result);
  /* Another name may have been put there meanwhile: what is found at the path must be the mask. */
  demand("hiding", path, status_at(AT_CWD, path, &after, SYMLINK_NOFOLLOW));
  int is_masked = is_folder ? after.device != before.device
                            : after.device == mask->device && after.inode == mask->inode;
  if (!is_masked) fail("hiding", path, ERROR_MISSING);
  return 1;
}

static void hide_all(const struct policy *policy) {
  struct file_status mask;
  mount_mask_source(&mask);
  for (char **at = policy->options; at < policy->end; at += 2)
    if (same(*at, "hide")) hide(at[1], &mask);
  demand("mask", 0, call(__NR_umount2, MASK_FOLDER, DETACH, 0, 0));
}

static void make_mounts(struct policy *policy) {
  demand("mount namespace", 0, enter_namespace());
  policy->has_own_ipc = 1;
  if (policy->seals) seal_mounts(policy);
  if (policy->hides) hide_all(policy);
  renew_working_directory();
}

/* ---- capabilities ---- */

#define PRCTL_PARENT_DEATH_SIGNAL 1
#define PRCTL_BOUNDING_DROP 24
#define PRCTL_NO_NEW_PRIVILEGES 38
#define PRCTL_AMBIENT 47
#define AMBIENT_CLEAR 4
/* Chown, both overrides of file modes, and ownership: what root needs to work with the files of others as before. */
#define KEPT_CAPABILITIES 0xFU
#define CAPABILITY_VERSION 0x20080522

/* Without new privileges, no program that is started later gets any of the others back. */
static void drop_capabilities(void) {
  struct { u32 version; int process; } header = {CAPABILITY_VERSION, 0};
  struct { u32 effective, permitted, inheritable; } data[2];
  demand("capabilities", 0, call(__NR_capget, &header, data, 0, 0));
  u32 kept = KEPT_CAPABILITIES & data[0].permitted;
  for (u32 each = 0; each < 64; each++)
    if (each >= 32 || !(kept >> each & 1)) call(__NR_prctl, PRCTL_BOUNDING_DROP, each, 0, 0);
  demand("ambient capabilities", 0, call6(__NR_prctl, PRCTL_AMBIENT, AMBIENT_CLEAR, 0, 0, 0, 0));
  memset(data, 0, sizeof data);
  data[0].effective = data[0].permitted = kept;
  demand("capabilities", 0, call(__NR_capset, &header, data, 0, 0));
}

/* ---- Landlock ---- */

#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_REFER (1ULL << 13)
#define FS_TRUNCATE (1ULL << 14)
#define FS_IOCTL_DEV (1ULL << 15)
#define FS_OF_FILES (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)
#define NET_BIND_TCP 1ULL
#define NET_CONNECT_TCP 2ULL
#define SCOPE_ALL 3ULL
#define RULE_PATH 1
#define RULE_PORT 2

static long landlock_version(void) { return call(NR_landlock_create_ruleset, 0, 0, 1, 0); }

static u64 rights_of(long version) {
  u64 rights = (1ULL << 13) - 1;
  if (version >= 2) rights |= FS_REFER;
  if (version >= 3) rights |= FS_TRUNCATE;
  if (version >= 5) rights |= FS_IOCTL_DEV;
  return rights;
}

static void allow_path(long rules, const char *path, u64 rights) {
  struct { u64 rights; int folder; } __attribute__((packed)) rule;
  struct file_status status;
  long folder = call(__NR_openat, AT_CWD, path, OPEN_PATH | OPEN_CLOEXEC, 0);
  if (is_absent(folder)) return;
  demand("opening", path, folder);
  demand("opening", path, status_at(folder, "", &status, EMPTY_PATH));
  rule.rights = (status.mode & 0170000) == 0040000 ? rights : rights & FS_OF_FILES;
  rule.folder = (int)folder;
  demand("Landlock rule", path, call(NR_landlock_add_rule, rules, RULE_PATH, &rule, 0));
  call(__NR_close, folder, 0, 0, 0);
}

static void restrict_files(const struct policy *policy, long version) {
  struct { u64 files, network, scope; } handled = {rights_of(version), NET_BIND_TCP | NET_CONNECT_TCP, SCOPE_ALL};
  if (policy->network == NETWORK_ALL) handled.network = 0;
  if (policy->network == NETWORK_LISTEN && version < 4) fail("Landlock", "without rules for ports", ERROR_NO_CALL);
  ul size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  long rules = call(NR_landlock_create_ruleset, &handled, size, 0, 0);
  demand("Landlock", 0, rules);
  u64 reading = FS_EXECUTE | FS_READ_FILE | FS_READ_DIR;
  for (char **at = policy->options; at < policy->end; at += 2) {
    if (same(*at, "read")) allow_path(rules, at[1], reading);
    if (same(*at, "write")) allow_path(rules, at[1], handled.files & ~FS_EXECUTE);
    if (same(*at, "device")) allow_path(rules, at[1], handled.files & FS_OF_FILES & ~FS_EXECUTE);
  }
  if (policy->network == NETWORK_LISTEN) {
    struct { u64 rights, port; } rule = {NET_BIND_TCP, policy->port};
    demand("Landlock rule", "for the port", call(NR_landlock_add_rule, rules, RULE_PORT, &rule, 0));
  }
  demand("Landlock", 0, call(NR_landlock_restrict_self, rules, 0, 0, 0));
  call(__NR_close, rules, 0, 0, 0);
}

/* ---- seccomp ---- */

static const int denied_always[] = {
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, NR_pidfd_getfd,
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, NR_open_tree, NR_move_mount, NR_fsopen, NR_fsconfig,
    NR_fsmount, NR_fspick, NR_mount_setattr, NR_open_tree_attr, __NR_setns, __NR_unshare,
    __NR_add_key, __NR_request_key, __NR_keyctl, __NR_bpf, __NR_userfaultfd, __NR_perf_event_open,
    __NR_open_by_handle_at, __NR_fanotify_init, __NR_quotactl, NR_quotactl_fd, __NR_syslog, __NR_acct, __NR_vhangup,
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_swapon, __NR_swapoff,
    __NR_sethostname, __NR_setdomainname, __NR_settimeofday, __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime,
#ifdef __x86_64__
    __NR_kexec_file_load, __NR_iopl, __NR_ioperm, __NR_modify_ldt, __NR_uselib,
#endif
};

/* With io_uring calls could be made that this filter never sees; clone3 hides its flags. Programs know how to do without. */
static const int missing_always[] = {425, 426, 427, NR_clone3};

/* Shared memory, queues and semaphores of other processes have no paths, so only a namespace of its own keeps these apart. */
static const int missing_without_own_ipc[] = {
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl,
    __NR_semget, __NR_semop, __NR_semctl, __NR_semtimedop, __NR_mq_open, __NR_mq_unlink,
};

/* Landlock does not cover attributes: where nothing may be written, these are not either. */
static const int denied_to_readers[] = {
    __NR_fchmod, __NR_fchmodat, NR_fchmodat2, __NR_fchown, __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr,
    __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, __NR_utimensat, NR_setxattrat, NR_removexattrat,
    NR_file_setattr, __NR_truncate,
#ifdef __x86_64__
    __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
};

#define NEW_NAMESPACES 0x7E020000
#define SAME_THREAD_GROUP 0x10000
#define MAX_STEPS 400

struct filter { struct sock_filter steps[MAX_STEPS]; int count; };

static void add(struct filter *filter, int code, u32 value, int if_true, int if_false) {
  if (filter->count == MAX_STEPS) fail("seccomp", "filter too long", ERROR_INVALID);
  struct sock_filter step = {(unsigned short)code, (unsigned char)if_true, (unsigned char)if_false, value};
  filter->steps[filter->count++] = step;
}

static void load(struct filter *filter, u32 offset) { add(filter, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void give(struct filter *filter, u32 result) { add(filter, BPF_RET | BPF_K, result, 0, 0); }
static void refuse(struct filter *filter, int error) { give(filter, SECCOMP_RET_ERRNO | (u32)error); }
static void load_call(struct filter *filter) { load(filter, offsetof(struct seccomp_data, nr)); }
static void load_argument(struct filter *filter, int index) {
  load(filter, (u32)(offsetof(struct seccomp_data, args) + 8 * (ul)index));
}
/* Skips so many steps unless what is loaded is equal to the value. */
static void unless_equal(struct filter *filter, u32 value, int skip) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip);
}
static void unless_any_bit(struct filter *filter, u32 bits, int skip) {
  add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, skip);
}

/* Calls that are refused whatever their arguments, in ascending order. */
#define MAX_REFUSED 200
struct refused { int count; struct { u32 number, error; } calls[MAX_REFUSED]; };

static void note(struct refused *refused, const int *calls, ul count, int error) {
  for (ul each = 0; each < count; each++) {
    if (refused->count == MAX_REFUSED) fail("seccomp", "too many calls", ERROR_INVALID);
    int at = refused->count++;
    for (; at > 0 && refused->calls[at - 1].number > (u32)calls[each]; at--) refused->calls[at] = refused->calls[at - 1];
    refused->calls[at].number = (u32)calls[each];
    refused->calls[at].error = (u32)error;
  }
}

/*
 * A search tree: the kernel walks the filter once for every call there is when the filter is installed, which would take
 * longer than all other steps if it were a list. Every way through it that finds nothing ends with a jump whose target is
 * noted in `exits`.
 */
#define MAX_LEAF 4
struct exits { int count; int steps[MAX_REFUSED]; };

static void search(struct filter *filter, const struct refused *refused, int from, int to, struct exits *exits) {
  if (to - from > MAX_LEAF) {
    int middle = (from + to) / 2, branch = filter->count;
    add(filter, BPF_JMP | BPF_JGE | BPF_K, refused->calls[middle].number, 0, 0);
    search(filter, refused, from, middle, exits);
    int distance = filter->count - branch - 1;
    if (distance > 255) fail("seccomp", "branch too long", ERROR_INVALID);
    filter->steps[branch].jt = (unsigned char)distance;
    search(filter, refused, middle, to, exits);
    return;
  }
  for (int each = from; each < to; each++) {
    unless_equal(filter, refused->calls[each].number, 1);
    refuse(filter, (int)refused->calls[each].error);
  }
  exits->steps[exits->count++] = filter->count;
  add(filter, BPF_JMP | BPF_JA, 0, 0, 0);
}

static void refuse_calls(struct filter *filter, const struct refused *refused) {
  static struct exits exits;
  search(filter, refused, 0, refused->count, &exits);
  for (int each = 0; each < exits.count; each++) {
    int step = exits.steps[each];
    filter->steps[step].k = (u32)(filter->count - step - 1);
  }
}

static void refuse_bits(struct filter *filter, int number, int argument, u32 bits) {
  unless_equal(filter, (u32)number, 4);
  load_argument(filter, argument);
  unless_any_bit(filter, bits, 1);
  refuse(filter, ERROR_NOT_PERMITTED);
  load_call(filter);
}

static void refuse_value(struct filter *filter, int number, int argument, u32 value) {
  unless_equal(filter, (u32)number, 4);
  load_argument(filter, argument);
  unless_equal(filter, value, 1);
  refuse(filter, ERROR_NOT_PERMITTED);
  load_call(filter);
}

static void refuse_unless_zero(struct filter *filter, int number, int argument) {
  unless_equal(filter, (u32)number, 4);
  load_argument(filter, argument);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  refuse(filter, ERROR_NOT_PERMITTED);
  load_call(filter);
}

static void refuse_without_bits(struct filter *filter, int number, int argument, u32 bits) {
  unless_equal(filter, (u32)number, 4);
  load_argument(filter, argument);
  add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
  refuse(filter, ERROR_NOT_PERMITTED);
  load_call(filter);
}

#define INTERNET_FAMILY 2
#define INTERNET6_FAMILY 10
#define NETLINK_FAMILY 16
#define STREAM 1
#define TCP 6
#define SEND_FAST_OPEN 0x20000000

static void filter_sockets(struct filter *filter, enum network network) {
  if (network == NETWORK_NONE) return;
  if (network == NETWORK_ALL) {
    /* Not Unix sockets: behind one may be a service that acts outside for whoever asks, such as Docker's. */
    unless_equal(filter, __NR_socket, 6);
    load_argument(filter, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, INTERNET_FAMILY, 3, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, INTERNET6_FAMILY, 2, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, NETLINK_FAMILY, 1, 0);
    refuse(filter, ERROR_NO_FAMILY);
    load_call(filter);
    return;
  }
  /* Landlock knows TCP alone, so a server gets no other kind of socket, and no way to connect while sending. */
  unless_equal(filter, __NR_socket, 12);
  load_argument(filter, 0);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, INTERNET_FAMILY, 1, 0);
  unless_equal(filter, INTERNET6_FAMILY, 7);
  load_argument(filter, 1);
  add(filter, BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
  unless_equal(filter, STREAM, 4);
  load_argument(filter, 2);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  unless_equal(filter, TCP, 1);
  add(filter, BPF_JMP | BPF_JA, 1, 0, 0);
  refuse(filter, ERROR_DENIED);
  load_call(filter);
  refuse_bits(filter, __NR_sendto, 3, SEND_FAST_OPEN);
  refuse_bits(filter, __NR_sendmsg, 2, SEND_FAST_OPEN);
  refuse_bits(filter, __NR_sendmmsg, 3, SEND_FAST_OPEN);
}

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define TERMINAL_INPUT 0x5412
#define TERMINAL_LINUX 0x541C

static void restrict_calls(const struct policy *policy, long landlock) {
  static struct filter filter;
  load(&filter, offsetof(struct seccomp_data, arch));
  add(&filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  give(&filter, SECCOMP_RET_KILL_PROCESS);
  load_call(&filter);
#ifdef __x86_64__
  add(&filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  refuse(&filter, ERROR_NO_CALL);
#endif
  static struct refused refused;
  const int truncating[] = {__NR_truncate}, sockets[] = {__NR_socket};
  note(&refused, denied_always, COUNT(denied_always), ERROR_NOT_PERMITTED);
  note(&refused, missing_always, COUNT(missing_always), ERROR_NO_CALL);
  if (!policy->has_own_ipc)
    note(&refused, missing_without_own_ipc, COUNT(missing_without_own_ipc), ERROR_NO_CALL);
  if (!policy->writes) note(&refused, denied_to_readers, COUNT(denied_to_readers), ERROR_NOT_PERMITTED);
  else if (landlock < 3) note(&refused, truncating, 1, ERROR_NOT_PERMITTED);
  if (policy->network == NETWORK_NONE) note(&refused, sockets, 1, ERROR_DENIED);
#ifdef __x86_64__
  const int forks[] = {__NR_fork, __NR_vfork};
  if (policy->is_alone) note(&refused, forks, 2, ERROR_NOT_PERMITTED);
#endif
  refuse_calls(&filter, &refused);
  filter_sockets(&filter, policy->network);
  refuse_bits(&filter, __NR_clone, 0, NEW_NAMESPACES);
  if (policy->is_alone) refuse_without_bits(&filter, __NR_clone, 0, SAME_THREAD_GROUP);
  /* Limits and priorities of other processes. */
  refuse_unless_zero(&filter, __NR_prlimit64, 0);
  refuse_unless_zero(&filter, __NR_setpriority, 1);
  refuse_unless_zero(&filter, __NR_ioprio_set, 1);
  refuse_value(&filter, __NR_ioctl, 1, TERMINAL_INPUT);
  refuse_value(&filter, __NR_ioctl, 1, TERMINAL_LINUX);
  give(&filter, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {(unsigned short)filter.count, filter.steps};
  demand("seccomp", 0, call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program, 0));
}

/* ---- limits ---- */

#define LIMIT_DATA 2
#define LIMIT_CORE 4
#define LIMIT_PROCESSES 6
#define LIMIT_FILES 7

/* Never above what is in force. */
static void limit(const char *name, int which, ul value) {
  struct { ul soft, hard; } now, next;
  demand(name, 0, call(__NR_prlimit64, 0, which, 0, &now));
  next.hard = value < now.hard ? value : now.hard;
  next.soft = next.hard;
  demand(name, 0, call(__NR_prlimit64, 0, which, &next, 0));
}

static void set_limits(const struct policy *policy) {
  limit("core limit", LIMIT_CORE, 0);
  if (policy->data) limit("memory limit", LIMIT_DATA, policy->data);
  if (policy->files) limit("limit of open files", LIMIT_FILES, policy->files);
  if (policy->processes) limit("limit of processes", LIMIT_PROCESSES, policy->processes);
}

/* ---- start ---- */

static void probe(void) {
  u32 action = SECCOMP_RET_ERRNO;
  long landlock = landlock_version();
  print(1, "landlock ");
  print_number(1, landlock > 0 ? (ul)landlock : 0);
  print(1, " seccomp ");
  print_number(1, call(__NR_seccomp, 2, 0, &action, 0) == 0);
  print(1, " mounts ");
  int mounts = enter_namespace() >= 0 &&
               call6(__NR_mount, (long)"tmpfs", (long)MASK_FOLDER, (long)"tmpfs", MASK_FLAGS, (long)"size=4k", 0) >= 0 &&
               change_mounts("/", MOUNT_READ_ONLY, 0) >= 0;
  print_number(1, (ul)mounts);
  print(1, "\n");
}

/* `stack` holds the count of arguments, the arguments and the environment. */
__attribute__((used)) _Noreturn void begin(long *stack) {
  long count = stack[0];
  char **words = (char **)(stack + 1), **environment = words + count + 1;
  if (count == 2 && same(words[1], "probe")) probe(), leave(0);
  if (count < 3) fail("option", "", ERROR_INVALID);
  struct policy policy = {0};
  read_policy(&policy, words + 1);
  long landlock = landlock_version();
  demand("Landlock", 0, landlock);
  /* Whatever else is open here would stay open to the program. */
  demand("closing files", 0, call(NR_close_range, 3, ~0U, 0, 0));
  if (policy.hides || policy.seals) make_mounts(&policy);
  drop_capabilities();
  if (policy.ends_with_parent) demand("parent", 0, call(__NR_prctl, PRCTL_PARENT_DEATH_SIGNAL, 15, 0, 0));
  demand("no new privileges", 0, call6(__NR_prctl, PRCTL_NO_NEW_PRIVILEGES, 1, 0, 0, 0, 0));
  restrict_files(&policy, landlock);
  set_limits(&policy);
  restrict_calls(&policy, landlock);
  char **program = policy.end + 1;
  long error = call(__NR_execve, program[0], program, environment, 0);
  print(2, "filewright sandbox: ");
  print(2, program[0]);
  print(2, error == -ERROR_MISSING ? " was not found\n" : " could not be started\n");
  leave(error == -ERROR_MISSING ? NOT_FOUND : NOT_EXECUTABLE);
}
