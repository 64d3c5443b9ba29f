// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Nearby on the page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageNearbyTests {
    /// A capture text that shows a picture in the middle of its own, which is 640 wide and 360 high, and decodes it once.
    private func capture(of picture: String) -> String {
        """
        # A picture of a tag, for a test.
        #
        #   camera    imagefreeze
        #   encoder   x264enc
        #   encoded   appsink
        #   frames    appsink
        filesrc location=\(picture) ! pngdec ! videoconvert ! videoscale add-borders=true
        ! video/x-raw,format=I420,width=640,height=360,pixel-aspect-ratio=1/1
        ! imagefreeze name=camera is-live=true ! video/x-raw,framerate=15/1
        ! tee name=split
        split.
        ! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0
        ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=15
        ! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au
        ! appsink name=encoded sync=false max-buffers=60 drop=false
        split.
        ! queue leaky=downstream max-size-buffers=2 max-size-bytes=0 max-size-time=0
        ! appsink name=frames sync=false max-buffers=2 drop=true

        """
    }

    private let status = "document.getElementById('nearby-status').textContent"

    /// Sets a field, with the event that typing causes.
    private func type(_ value: String, into id: String, _ browser: Chromium) throws {
        let field = "document.getElementById('\(id)')"
        _ = try browser.value("(\(field).value = '\(value)', \(field).dispatchEvent(new Event('input')))")
    }

    @Test("A printed tag has a distance and an outline; after Stop, or in another view, nothing is read any more")
    func printed() async throws {
        let nodes = try Nodes()
        let picture = nodes.home.file("tag.png")
        let drawn = try await Tool.longshot("nearby", "tag", "--size", "120mm", "--tag", "7", "-o", picture)
        #expect(drawn.code == 0, "\(drawn.errors)")
        _ = try nodes.home.write(capture(of: picture), as: "camera/pipelines/tag.pipeline")
        let camera = try nodes.camera(["--capture", "tag", "--nearby"])
        try await nodes.ready(try await camera.address())
        let link = try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view")
        let browser = try await nodes.browser(link, size: (390, 844))
        // Remembers each stream of updates that the page opens.
        _ = try browser.value(
            """
            (window.sources = [], window.EventSource = class extends EventSource { \
            constructor(where) { super(where); if (where.includes('nearby')) sources.push(this); } }, '')
            """)
        try await browser.show("nearby")
        _ = try browser.value("document.querySelector('[data-mode=printed]').click()")
        try type("120", into: "nearby-millimetres", browser)
        try type("7", into: "nearby-tag", browser)
        try browser.click("nearby-toggle")
        try await browser.wait(until: "\(status) == 'The camera sees the tag.'")

        // The black square is 288 of 360 pixels high; a lens that nobody has calibrated counts as one of about 65°.
        let said = try browser.value("document.querySelector('.nearby-distance').textContent")
        print("the page says: \(said)")
        let distance = try #require(Double(said.split(separator: " ").first ?? ""))
        #expect(said.hasSuffix(" cm") && (18...24).contains(distance))
        #expect(try browser.value("document.getElementById('nearby-note').textContent").contains("not calibrated"))
        #expect(try browser.value("document.querySelector('.nearby-status').textContent").contains("Ranging is on"))
        try await browser.wait(until: "Boolean(document.querySelector('.nearby-plot path').getAttribute('d'))")
        // Where the outline is in the live picture, as parts of its width and height.
        let outline = "document.querySelector('.nearby-outline polygon').getAttribute('points')"
        try await browser.wait(until: "Boolean(\(outline))")
        let places = try browser.value(
            """
            (() => {
              const polygon = document.querySelector('.nearby-outline polygon');
              const corner = (x, y) => new DOMPoint(x, y).matrixTransform(polygon.getScreenCTM());
              const box = document.querySelector('.nearby-sight .stage').getBoundingClientRect();
              return [...polygon.points].map(({x, y}) => corner(x, y))
                .flatMap(({x, y}) => [(x - box.left) / box.width, (y - box.top) / box.height]);
            })()
            """
        ).split(separator: ",").compactMap { Double($0) }
        // The picture has the shape of the stage, so that it fills it.
        let (left, right, top, bottom) = (176 / 640.0, 464 / 640.0, 36 / 360.0, 324 / 360.0)
        let expected = [left, bottom, right, bottom, right, top, left, top]
        #expect(places.count == 8 && zip(places, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(places)")
        #expect(try browser.nameless().isEmpty)
        try browser.screenshot(nodes.home.file("nearby.png"))

        try browser.click("nearby-toggle")
        #expect(try browser.value("sources.map((source) => source.readyState).join()") == "2")
        #expect(try browser.value(status) == "Not started here.")
        #expect(try browser.value("document.querySelector('.nearby-distance').textContent") == "–")
        #expect(try browser.value(outline).isEmpty)
        // Asks until there is no such session; a change of a session that is still there does no harm.
        _ = try browser.value(
            """
            void (async () => {
              const begin = performance.now();
              const change = {method: 'PATCH', body: '{"isShown": true}', headers: {'Content-Type': 'application/json'}};
              while ((await fetch(sources[0].url.replace('/updates', ''), change)).status !== 404) {
                await new Promise((resolve) => setTimeout(resolve, 50));
              }
              window.after = performance.now() - begin;
            })()
            """)
        try await browser.wait(until: "window.after > 0")
        // Without a request to end it, the camera waits 10 s for another reader.
        #expect(try #require(Double(browser.value("window.after"))) < 5_000)

        // The camera refuses a tag that another session looks for, so this also shows that none does.
        try browser.click("nearby-toggle")
        try await browser.wait(until: "\(status) == 'The camera sees the tag.'")
        try await browser.show("live")
        #expect(try browser.value("sources.map((source) => source.readyState).join()") == "2,2")
        withExtendedLifetime(camera) {}
    }
}
