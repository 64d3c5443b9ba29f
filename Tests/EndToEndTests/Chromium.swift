// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A real browser without a window, controlled over its debugging pipe (Chrome DevTools Protocol).
final class Chromium {
    private let process = Process()
    private let commands: FileHandle
    private let answers: FileHandle
    private var serial = 0
    private var session: String?
    private var unread = Data()

    /// Starts a browser with a new profile, which does not know the node's certificate.
    ///
    /// - Parameter drawsLikeGraphicsCard: whether video is converted by shaders in software, which is slow. Without a graphics card,
    ///   Chromium converts with coefficients of 8 bits, which are up to 37 off.
    init(home: Home, size: (width: Int, height: Int), drawsLikeGraphicsCard: Bool = false) throws {
        let shaders = "--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --enable-gpu-rasterization"
        let graphics = drawsLikeGraphicsCard ? shaders + " --ignore-gpu-blocklist" : "--disable-gpu"
        let pipes = ["commands", "answers"].map { home.file("chromium-\(UUID().uuidString)-\($0)") }
        for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            "exec chromium --headless=new --no-sandbox \(graphics) --ignore-certificate-errors --hide-scrollbars "
                // Makes the browser gather loopback candidates, the only ones of a node on loopback.
                + "--allow-loopback-in-peer-connection --autoplay-policy=no-user-gesture-required "
                + "--host-resolver-rules='MAP rebound.example 127.0.0.1' "
                + "--remote-debugging-pipe --window-size=\(size.width),\(size.height) "
                + "--user-data-dir=\(home.file("profile-\(UUID().uuidString)")) about:blank 3<\(pipes[0]) 4>\(pipes[1]) 2>/dev/null",
        ]
        try process.run()
        // Opens the pipes in the order of the shell, because each end waits for the other.
        commands = try #require(FileHandle(forWritingAtPath: pipes[0]))
        answers = try #require(FileHandle(forReadingAtPath: pipes[1]))
        let targets = try send("Target.getTargets")["targetInfos"] as? [[String: Any]]
        let page = try #require(targets?.first { $0["type"] as? String == "page" }?["targetId"] as? String)
        session = try send("Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"] as? String
        try #require(session != nil)
    }

    deinit {
        try? commands.close()
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// Navigates to an address.
    func open(_ url: String) throws {
        _ = try send("Page.navigate", ["url": url])
    }

    /// The result of a script, as text.
    func value(_ script: String) throws -> String {
        let answer = try send("Runtime.evaluate", ["expression": "String(\(script))", "returnByValue": true])
        return ((answer["result"] as? [String: Any])?["value"] as? String) ?? ""
    }

    /// Waits until a script returns `true`.
    func wait(until script: String) async throws {
        do {
            try await eventually(script) {
                do {
                    return try value(script) == "true"
                } catch let refusal as Refusal where refusal.description.contains("navigated") {
                    // The page changed during the evaluation.
                    return false
                }
            }
        } catch {
            throw Refusal(description: "\(error), on a page that says: \(try value("document.body?.innerText"))")
        }
    }

    /// Clicks a button.
    func click(_ id: String) throws {
        _ = try value("document.getElementById('\(id)').click()")
    }

    /// Presses a key as a keyboard does.
    func press(_ key: Key) throws {
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = [
                "type": type, "key": key.rawValue, "code": key.rawValue, "windowsVirtualKeyCode": key.code,
            ]
            // Without a text, Enter does not activate a button.
            if key == .enter, type == "keyDown" { event["text"] = "\r" }
            _ = try send("Input.dispatchKeyEvent", event)
        }
    }

    /// A key of a keyboard.
    enum Key: String {
        case tab = "Tab"
        case enter = "Enter"
        case escape = "Escape"

        fileprivate var code: Int {
            switch self {
            case .tab: 9
            case .enter: 13
            case .escape: 27
            }
        }
    }

    /// Enters a text where the focus is.
    func enter(_ text: String) throws {
        _ = try send("Input.insertText", ["text": text])
    }

    /// Chooses from a menu, with the event that a user's choice causes.
    func choose(_ value: String, from id: String) throws {
        let menu = "document.getElementById('\(id)')"
        _ = try self.value("(\(menu).value = '\(value)', \(menu).dispatchEvent(new Event('change')))")
    }

    /// Switches to a view of the page.
    func show(_ view: String) async throws {
        _ = try value("location.hash = '\(view)'")
        try await wait(until: "document.body.dataset.view == '\(view)'")
    }

    /// Sets the folder for downloads.
    func download(to folder: String) throws {
        _ = try send("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder])
    }

    /// The roles that need a name, as Chromium's accessibility tree calls them.
    static let namedRoles: Set = [
        "Date", "DisclosureTriangle", "Video", "application", "button", "checkbox", "combobox", "dialog", "heading",
        "image", "link", "listbox", "option", "progressbar", "radio", "searchbox", "slider", "spinbutton", "switch",
        "tab", "textbox",
    ]

    /// The roles of elements without a name in the accessibility tree, which screen readers read.
    func nameless() throws -> [String] {
        let nodes = try send("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]]
        return try #require(nodes).compactMap { node in
            let (role, name) = (node["role"] as? [String: Any], node["name"] as? [String: Any])
            guard node["ignored"] as? Bool == false, let kind = role?["value"] as? String,
                Self.namedRoles.contains(kind)
            else { return nil }
            return (name?["value"] as? String ?? "").isEmpty ? kind : nil
        }
    }

    /// Prefers `light` or `dark`, like the setting of the system, or has its own colours (`active`) instead of those of pages.
    func prefer(_ scheme: String, forcedColours: String = "none") throws {
        let features = [
            ["name": "prefers-color-scheme", "value": scheme], ["name": "forced-colors", "value": forcedColours],
        ]
        _ = try send("Emulation.setEmulatedMedia", ["features": features])
    }

    /// The violations of WCAG 2.2 AA that axe-core finds on the page, with their places.
    ///
    /// - Parameter axe: the source of axe-core.
    func violations(_ axe: String) throws -> [String] {
        if try value("typeof axe") != "object" { _ = try send("Runtime.evaluate", ["expression": axe]) }
        let script = """
            axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}).then((result) => result.violations.map(
              (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`))
            """
        let answer = try send(
            "Runtime.evaluate", ["expression": script, "returnByValue": true, "awaitPromise": true])
        return try #require((answer["result"] as? [String: Any])?["value"] as? [String], "\(answer)")
    }

    /// Holds back the answers to requests whose addresses match a pattern with `*`, until `release`.
    func hold(_ pattern: String) throws {
        _ = try send("Fetch.enable", ["patterns": [["urlPattern": pattern]]])
    }

    /// Lets the requests go on that `hold` held back.
    func release() throws {
        _ = try send("Fetch.disable")
    }

    /// Sets the size of the page, which may be smaller than any window.
    func resize(width: Int, height: Int) throws {
        _ = try send(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": true])
    }

    /// Writes a screenshot to a PNG file.
    func screenshot(_ path: String) throws {
        let data = try send("Page.captureScreenshot")["data"] as? String
        try #require(Data(base64Encoded: data ?? "")).write(to: URL(fileURLWithPath: path))
    }

    /// Sends a command; each message is JSON with a zero byte after it.
    private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        serial += 1
        var message: [String: Any] = ["id": serial, "method": method, "params": parameters]
        message["sessionId"] = session
        try commands.write(contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
        while true {
            while let end = unread.firstIndex(of: 0) {
                let answer = try JSONSerialization.jsonObject(with: unread[..<end]) as? [String: Any]
                unread = Data(unread[(end + 1)...])
                guard let answer, answer["id"] as? Int == serial else { continue }
                if let error = answer["error"] { throw Refusal(description: "\(method): \(error)") }
                return answer["result"] as? [String: Any] ?? [:]
            }
            let more = answers.availableData
            guard !more.isEmpty else { throw Refusal(description: "the browser has ended") }
            unread += more
        }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
}

extension Chromium {
    /// Moves the mouse over an element, to a share of its width and of its height.
    func hover(over element: String, x: Double = 0.5, y: Double = 0.5) throws {
        try move("mouseMoved", to: try point(in: element, x, y))
    }

    /// Clicks an element with the mouse: what needs a gesture of the user is not done for a script.
    func clickWithMouse(_ element: String) throws {
        let place = try point(in: element, 0.5, 0.5)
        try move("mouseMoved", to: place)
        for type in ["mousePressed", "mouseReleased"] {
            try move(type, to: place, ["button": "left", "clickCount": 1])
        }
    }

    private func move(_ type: String, to point: (x: Double, y: Double), _ button: [String: Any] = [:]) throws {
        let event: [String: Any] = ["type": type, "x": point.x, "y": point.y]
        _ = try send("Input.dispatchMouseEvent", event.merging(button) { $1 })
    }

    /// Scrolls to an element; returns the point of the window that is at a share of its width and of its height.
    private func point(in element: String, _ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        let text = try value(
            """
            ((one) => {
              one.scrollIntoView({block: 'nearest', behavior: 'instant'});
              const {left, top, width, height} = one.getBoundingClientRect();
              return `${left + width * \(x)} ${top + height * \(y)}`;
            })(\(element))
            """)
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        try #require(numbers.count == 2, "\(element) is not on the page")
        return (numbers[0], numbers[1])
    }

    /// Moves the player of the timeline to a place, in seconds from the beginning of its recording.
    func seekPlayer(to seconds: String) throws {
        _ = try value(
            """
            (slider = document.querySelector('.player input[type=range]'), slider.step = 'any', slider.value = '\(seconds)',
              slider.dispatchEvent(new Event('change')))
            """)
    }
}
