// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Watches a node in a real browser through WHEP, with a script of the test on a page of the node's origin.
struct Viewer {
    /// A picture as it was shown.
    struct Shot {
        /// The frame number in the picture.
        let number: Int
        let timestamp: UInt32
        /// The expected display time, in nanoseconds UTC.
        let shownAt: Int64
    }

    private let browser: Chromium
    private let home: Home

    /// Signs a browser in to the page of the node with this home.
    init(of nodeHome: String, home: Home, drawsLikeGraphicsCard: Bool = false) async throws {
        self.home = home
        let outcome = try await Tool.run(Tool.longshot, ["page", "--home", nodeHome, "--json"])
        struct Invitation: Decodable { let links: [String] }
        let link = try JSONDecoder().decode(Invitation.self, from: Data(outcome.output.utf8)).links.first
        browser = try Chromium(home: home, size: (800, 600), drawsLikeGraphicsCard: drawsLikeGraphicsCard)
        try browser.open(try #require(link))
        try await browser.wait(until: "document.getElementById('use')?.hidden === false")
        // Without the page itself, whose live view would be another viewer.
        let token = try #require(link?.split(separator: "#").last)
        _ = try browser.value(
            """
            void fetch('/enter', {
              method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({token: '\(token)'}),
            }).then((answer) => { window.isIn = answer.ok; })
            """)
        try await browser.wait(until: "window.isIn === true")
        try browser.open(try browser.value("location.origin") + "/page.css")
        try await browser.wait(until: "location.pathname == '/page.css' && document.readyState == 'complete'")
        _ = try browser.value(Self.script)
    }

    /// Starts to watch; waits until a picture is shown.
    ///
    /// - Parameter withSound: whether the offer includes sound, like those of players.
    func watch(_ path: String = "/v1/live/whep", withSound: Bool = false) async throws {
        _ = try browser.value(
            "void longshot.watch('\(path)', \(withSound)).catch(error => longshot.status = String(error))")
        do {
            try await browser.wait(until: "longshot.frames > 0")
        } catch {
            let (status, state) = (try browser.value("longshot.status"), try connection())
            throw WaitedInVain(description: "no picture: \(status), \(state)\n\(try answer())\n\(error)")
        }
    }

    /// Starts to watch; returns the status of the answer.
    func status(_ path: String = "/v1/live/whep") async throws -> String {
        _ = try browser.value("void longshot.watch('\(path)').catch(error => longshot.status = String(error))")
        try await browser.wait(until: "longshot.status != ''")
        return try browser.value("longshot.status")
    }

    /// The number of pictures shown.
    func frames() throws -> Int { Int(try browser.value("longshot.frames")) ?? -1 }

    /// Waits until the first picture was shown a second ago.
    func pastFirstSecond() async throws {
        try await browser.wait(until: "longshot.first > 0 && performance.now() - longshot.first > 1000")
    }

    /// The time from the beginning of the offer to the first picture on the screen, in milliseconds.
    func wait() throws -> Double { try #require(Double(browser.value("longshot.first - longshot.began"))) }

    /// The next picture that is shown; its number is read from its pixels.
    func shot() async throws -> Shot {
        _ = try browser.value("(longshot.shot = null, longshot.wanted = true)")
        try await browser.wait(until: "longshot.shot != null")
        let words = try browser.value("longshot.shot.join(' ')").split(separator: " ")
        let picture = home.file("shot-\(UUID().uuidString).png")
        try #require(Data(base64Encoded: String(words[2]))).write(to: URL(fileURLWithPath: picture))
        let number = try await Judge.number(in: picture)
        return Shot(
            number: try #require(number, "\(picture)"), timestamp: try #require(UInt32(words[0])),
            shownAt: Int64(try #require(Double(words[1])) * 1_000_000))
    }

    /// The colours in the middles of the cells of a picture, row by row, as the browser shows them.
    func colours(columns: Int, rows: Int) throws -> [[Int]] {
        let script = """
            (() => {
                const canvas = document.createElement('canvas'), video = longshot.video;
                [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
                const context = canvas.getContext('2d');
                context.drawImage(video, 0, 0);
                const [width, height] = [canvas.width / \(columns), canvas.height / \(rows)];
                return JSON.stringify(Array.from({length: \(columns * rows)}, (_, cell) => Array.from(context.getImageData(
                    (cell % \(columns) + 0.5) * width, (Math.floor(cell / \(columns)) + 0.5) * height, 1, 1).data.slice(0, 3))));
            })()
            """
        return try JSONDecoder().decode([[Int]].self, from: Data(browser.value(script).utf8))
    }

    /// The SDP of the answer.
    func answer() throws -> String { try browser.value("longshot.answer") }

    /// The state of the connection.
    func connection() throws -> String { try browser.value("longshot.peer.connectionState") }

    /// Ends the session with DELETE, like a page that is closed.
    func leave() async throws {
        _ = try browser.value(
            "void fetch(longshot.location, {method: 'DELETE'}).then(response => longshot.left = response.status)")
        try await browser.wait(until: "longshot.left == 204")
    }

    private static let script = """
        void (window.longshot = {
            frames: 0, status: '', wanted: false, began: 0, first: 0,
            async watch(path, withSound) {
                Object.assign(this, {frames: 0, first: 0, status: '', left: 0, began: performance.now()});
                this.peer?.close();
                this.peer = new RTCPeerConnection();
                if (withSound) this.peer.addTransceiver('audio', {direction: 'recvonly'});
                this.peer.addTransceiver('video', {direction: 'recvonly'});
                const video = document.createElement('video');
                Object.assign(video, {muted: true, autoplay: true, playsInline: true});
                document.body.replaceChildren(video);
                this.peer.ontrack = event => {
                    if (event.track.kind != 'video') return;
                    event.receiver.jitterBufferTarget = 0;
                    video.srcObject = new MediaStream([event.track]);
                };
                this.video = video;
                const seen = (now, data) => {
                    if (video !== this.video) return;
                    if (this.frames++ == 0) this.first = performance.now();
                    if (this.wanted) {
                        this.wanted = false;
                        const canvas = document.createElement('canvas');
                        [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
                        canvas.getContext('2d').drawImage(video, 0, 0);
                        const shown = performance.timeOrigin + data.presentationTime;
                        this.shot = [data.rtpTimestamp, shown, canvas.toDataURL('image/png').split(',')[1]];
                    }
                    video.requestVideoFrameCallback(seen);
                };
                video.requestVideoFrameCallback(seen);
                await this.peer.setLocalDescription(await this.peer.createOffer());
                while (this.peer.iceGatheringState != 'complete') {
                    await new Promise(done => this.peer.addEventListener('icegatheringstatechange', done, {once: true}));
                }
                const response = await fetch(path, {
                    method: 'POST', headers: {'Content-Type': 'application/sdp'}, body: this.peer.localDescription.sdp});
                this.answer = await response.text();
                this.status = `${response.status} ${response.headers.get('Content-Type')}`;
                if (response.status != 201) return;
                this.location = response.headers.get('Location');
                await this.peer.setRemoteDescription({type: 'answer', sdp: this.answer});
            }
        })
        """
}
