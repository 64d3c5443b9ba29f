// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

/// Checks what sets the clock, the time zone, and whether the clock goes on without power.
struct ClockCheckup {
    private static let choosing = "sudo timedatectl set-timezone AREA/CITY (`timedatectl list-timezones` lists them)"
    /// A difference that no time zone explains, in seconds.
    private static let day = 86_400.0

    var files = SystemFiles()
    /// The variable `TZ`.
    var zone = ProcessInfo.processInfo.environment["TZ"]
    var now = Date()

    func run() -> [Diagnosis] { [service, place, battery] }

    /// A time service is recognized by the files that it creates in `/run`.
    private var service: Diagnosis {
        let signs = [
            "/run/systemd/timesync/synchronized", "/run/chrony/chronyd.pid", "/run/ntpd.pid", "/run/ntpsec/ntpd.pid",
        ]
        guard !signs.contains(where: files.has) else {
            return Diagnosis("clock", .ok, "a time service synchronizes it")
        }
        return Diagnosis(
            "clock", .warning, "no time service synchronizes it: times of recordings may be wrong",
            remedy: files.has("/usr/lib/systemd/systemd-timesyncd") || files.has("/lib/systemd/systemd-timesyncd")
                ? "sudo timedatectl set-ntp true" : "sudo apt-get install systemd-timesyncd")
    }

    /// The zone in which logs and the metadata of stills tell the time.
    private var place: Diagnosis {
        if let zone, !zone.isEmpty { return place(of: zone) }
        guard files.has("/etc/localtime") else {
            let remedy = files.has("/usr/share/zoneinfo") ? Self.choosing : "sudo apt-get install tzdata"
            return wrong("/etc/localtime is not there or leads nowhere, so that UTC is used", remedy)
        }
        let link = files.destination(of: "/etc/localtime")?.components(separatedBy: "zoneinfo/").last
        let written = files.text("/etc/timezone")
        if let link, let written, !written.isEmpty, written != link {
            return wrong(
                "/etc/localtime is \(link), and /etc/timezone says \(written)",
                "sudo timedatectl set-timezone \(written)")
        }
        let name = link ?? written ?? "that of /etc/localtime"
        let isNeutral = ["Etc/UTC", "UTC", "Etc/GMT"].contains(name)
        return Diagnosis(
            "time zone", .ok, isNeutral ? "\(name), not that of a place" : name,
            remedy: isNeutral ? "for logs and stills in the time of a place: \(Self.choosing)" : nil)
    }

    /// The zone of the variable `TZ`.
    ///
    /// The C library silently uses UTC for a name that it does not know.
    private func place(of zone: String) -> Diagnosis {
        let name = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
        let isRule = !name.contains("/") && name.contains(where: \.isNumber)
        guard isRule || files.has(name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)") else {
            return wrong("TZ is \(name.debugDescription), which is no time zone, so that UTC is used", "unset TZ")
        }
        return Diagnosis("time zone", .ok, "\(name), from TZ")
    }

    private func wrong(_ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis("time zone", .warning, finding, remedy: remedy)
    }

    /// The clock that goes on without power.
    private var battery: Diagnosis {
        let subject = "battery clock"
        guard let clock = files.names(in: "/sys/class/rtc").first else { return withoutBattery(subject) }
        guard let text = files.text("/sys/class/rtc/\(clock)/since_epoch"), let seconds = Double(text) else {
            return Diagnosis(
                subject, .warning, "\(clock) cannot be read, as after a loss of power", remedy: "sudo hwclock --systohc"
            )
        }
        let difference = seconds - now.timeIntervalSince1970
        guard abs(difference) >= Self.day else { return Diagnosis(subject, .ok, "\(clock) goes right") }
        let days = Int(abs(difference / Self.day))
        return Diagnosis(
            subject, .warning,
            "\(clock) is \(days.counted("day")) \(difference < 0 ? "slow" : "fast"): it was never set, or its battery is empty",
            remedy: "sudo hwclock --systohc; if it is wrong again without power, replace its battery")
    }

    private func withoutBattery(_ subject: String) -> Diagnosis {
        let sources = files.text("/sys/devices/system/clocksource/clocksource0/available_clocksource") ?? ""
        if ["kvm-clock", "hyperv", "xen"].contains(where: sources.contains) {
            return Diagnosis(subject, .ok, "the host of this virtual machine has it")
        }
        if files.has("/etc/fake-hwclock.data") {
            return Diagnosis(subject, .ok, "there is none, and fake-hwclock keeps the time from going back")
        }
        return Diagnosis(
            subject, .warning, "there is none: after a power cut the time is wrong until a time service answers",
            remedy: "sudo apt-get install fake-hwclock")
    }
}
