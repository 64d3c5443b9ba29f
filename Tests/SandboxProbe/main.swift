// SPDX-License-Identifier: Apache-2.0
// Enters the sandbox of the viewers' process and prints the result of each action on a line, for SandboxTests.
//
//   SandboxProbe none|datagrams|streams READABLE SECRET
import Foundation
import Glibc
import Sandbox

func say(_ what: String, _ result: Int32) {
    print(what, result >= 0 ? "ok" : String(cString: strerror(errno)), separator: ": ")
}

func attempt() throws -> Never {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { exit(64) }
    let inherited = open(arguments[3], O_RDONLY)
    let networks = ["none": Sandbox.Network.none, "datagrams": .datagrams, "streams": .streams]
    guard let network = networks[arguments[1]] else { exit(64) }
    try Sandbox(reading: [arguments[2]], network: network).enter()
    // Read first, before another file gets the same descriptor number.
    var byte: UInt8 = 0
    say("read an inherited descriptor", Int32(read(inherited, &byte, 1)))
    say("read what is permitted", open(arguments[2], O_RDONLY))
    say("read the key", open(arguments[3], O_RDONLY))
    say("read a file of the system", open("/usr/bin/env", O_RDONLY))
    say("read the environment of the parent", open("/proc/\(getppid())/environ", O_RDONLY))
    say("read a descriptor of the parent", open("/proc/\(getppid())/fd/1", O_RDONLY))
    say("read the memory of the parent", open("/proc/\(getppid())/mem", O_RDONLY))
    say("read through the root of the parent", open("/proc/\(getppid())/root\(arguments[3])", O_RDONLY))
    say("write", open(arguments[3] + ".new", O_CREAT | O_WRONLY, 0o600))
    say("UDP", socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
    say("TCP", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var nobody = sockaddr_in()
    nobody.sin_family = sa_family_t(AF_INET)
    (nobody.sin_port, nobody.sin_addr.s_addr) = (UInt16(1).bigEndian, UInt32(0x7F00_0001).bigEndian)
    let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let connected = withUnsafePointer(to: &nobody) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            stream < 0 ? -1 : connect(stream, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    say("connect by TCP", connected)
    say("raw packets", socket(AF_INET, Int32(SOCK_RAW.rawValue), 17))
    say("a local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    say("signal to the parent", kill(getppid(), 0))
    say("signal to itself", kill(getpid(), 0))
    let thread = Thread {
        say("read the key in a thread", open(arguments[3], O_RDONLY))
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        say("start a program", execv("/usr/bin/true", &words))
        exit(0)
    }
    thread.start()
    while true { pause() }
}

try attempt()
