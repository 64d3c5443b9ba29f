// SPDX-License-Identifier: Apache-2.0
import Sandbox

/// Checks whether the kernel can confine the processes that read what browsers and peers send.
enum SandboxCheckup {
    static func run(hasLandlock: Bool = Sandbox.hasLandlock, hasSeccomp: Bool = Sandbox.hasSeccomp) -> Diagnosis {
        let missing = [hasLandlock ? nil : "Landlock", hasSeccomp ? nil : "seccomp"].compactMap { $0 }
        guard !missing.isEmpty else {
            return Diagnosis("sandbox", .ok, "the kernel has Landlock and seccomp for the processes that serve viewers")
        }
        return Diagnosis(
            "sandbox", .warning,
            "the kernel lacks \(missing.joined(separator: " and ")): a process that serves viewers has more rights than it "
                + "needs" + (hasLandlock ? "" : ", and can read the node's key"),
            remedy:
                "use a kernel with CONFIG_SECURITY_LANDLOCK (boot with lsm=landlock,… if it is built in) and CONFIG_SECCOMP_FILTER"
        )
    }
}
