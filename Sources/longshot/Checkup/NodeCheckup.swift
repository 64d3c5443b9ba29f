// SPDX-License-Identifier: Apache-2.0
import ControlClient
import SystemPackage
import Trust
import Wire

/// Checks the health of this user's nodes on this machine, as they report it.
enum NodeCheckup {
    /// What this user's nodes say.
    struct Report {
        var diagnoses: [Diagnosis] = []
        /// The addresses of these nodes, and those at which a recorder connects to cameras, by their ids.
        var addresses: [String: String] = [:]
        /// The ids of the peers that are connected to these nodes.
        var connected: Set<String> = []
        /// Why cameras do not let a recorder in, and since when, by their ids.
        var refusals: [String: String] = [:]
    }

    /// - Parameter home: a node's folder; nil means the usual ones.
    static func run(home: FilePath?) async -> Report {
        var report = Report()
        for home in home.map({ [$0] }) ?? NodeHome.usual(for: .camera) + NodeHome.usual(for: .recorder) {
            // A node does not start with a wrong one.
            do {
                try NodeConfiguration(home: home, environment: [:]).check()
            } catch {
                report.diagnoses.append(
                    Diagnosis(
                        "configuration in \(home)", .problem, "\(error)",
                        remedy: "correct it, and start the node again: docs/reference/configuration.md has all settings"
                    ))
            }
            guard let run = try? await RunFile.read(home), let target = try? await Target(home: home) else { continue }
            let subject = "\(run.role.rawValue) on this machine"
            report.addresses[target.access.node.id.text] = "\(target.address)"
            do {
                let (state, links) = try await target.withClient { client in
                    (try await client.state(), run.role == .recorder ? try await client.cameras() : [])
                }
                for link in links where !link.address.isEmpty {
                    guard let camera = link.camera else { continue }
                    report.addresses[camera] = link.address
                    report.refusals[camera] = link.refusal
                }
                report.connected.formUnion(state.peers.filter { $0.phase == .connected }.map(\.peer))
                if let stills = state.stills {
                    report.diagnoses.append(Diagnosis("stills of the \(subject)", stills, state.capture?.phase))
                }
                if let left = state.capture?.returnedFrom {
                    report.diagnoses.append(Diagnosis("pipeline of the \(subject)", left))
                }
                switch state.health {
                case .green: report.diagnoses.append(Diagnosis(subject, .ok, "it does its job"))
                case .yellow, .red:
                    let words = state.reasons.joined(separator: "; ")
                    report.diagnoses.append(Diagnosis(subject, state.health == .red ? .problem : .warning, words))
                }
            } catch {
                report.diagnoses.append(
                    Diagnosis(subject, .problem, "it does not answer: \(error)", remedy: "look at its log"))
            }
        }
        return report
    }
}

extension Diagnosis {
    /// A pipeline that a camera left for the one before it.
    fileprivate init(_ subject: String, _ left: PipelineReturn) {
        let when = Format.moment(left.at * 1_000_000_000)
        self.init(
            subject, .warning,
            "the old one is used again (\(when)), because \(left.pipeline) failed: \(left.reason)",
            remedy:
                "look at the camera's log, then use another pipeline: `longshot pipeline use NAME` (`longshot pipeline list` lists them)"
        )
    }

    /// The source of a camera's stills.
    fileprivate init(_ subject: String, _ stills: ShutterState, _ phase: CaptureState.Phase?) {
        let size = "\(stills.width ?? 0)x\(stills.height ?? 0)"
        let reach =
            "\(stills.frames.counted("frame")) of \(size) in \(ByteSize.text(stills.bytes)): "
            + "\(stills.reach / 1_000_000) ms back"
        switch stills.source {
        case .ring: self.init(subject, .ok, reach)
        case .hardwareJPEG: self.init(subject, .ok, "the camera's own JPEG, \(reach)")
        case .nextFrame: self.init(subject, .ok, "the next frame: there is no ring of those before")
        case .footage: self.init(subject, .ok, "recorded video")
        case nil where phase != .running:
            self.init(subject, .warning, "there is nothing to take one from before the camera gives a picture")
        case nil:
            self.init(
                subject, .warning, "there is nothing to take one from",
                remedy: "a pipeline with a `frames` sink, or of a camera that gives JPEG")
        }
    }
}
