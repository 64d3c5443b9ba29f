// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageTests {
    @Test("A phone comes in by the link, sees a hostile name as text, takes a still in three taps; the link works once")
    func phone() async throws {
        let nodes = try Nodes()
        let name = "porch <img src=x onerror=document.title='owned'>"
        let camera = try nodes.camera(["--name", name])
        try await nodes.ready(try await camera.address())
        let link = try await nodes.pageLink(to: nodes.cameraHome)
        let browser = try await Promise.check("from the link to the first still", within: .seconds(20)) {
            let browser = try await nodes.browser(link)
            try browser.click("press")
            try await browser.wait(until: "document.getElementById('still').naturalWidth == 640")
            return browser
        }
        #expect(try browser.value("document.getElementById('name').textContent") == name)
        #expect(try browser.value("document.title") == "\(name) – Longshot")
        #expect(try browser.value("document.getElementById('summary').textContent").hasPrefix("running"))
        #expect(try browser.value("location.href").hasSuffix("/"))
        // Scripts cannot read the cookie, and the page hides everything that is not granted.
        #expect(try browser.value("document.cookie").isEmpty)
        try await browser.show("settings")
        #expect(try browser.value("document.getElementById('pairing') === null") == "true")
        #expect(try browser.value("document.body.textContent.includes('onerror')") == "true")
        try browser.screenshot(nodes.home.file("phone.png"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: nodes.home.file("phone.png"))[.size] as? Int ?? 0 > 5_000)

        // The link is used, and this browser is known.
        try browser.open(link)
        try await browser.wait(until: "Boolean(document.querySelector('.view')) && location.hash === ''")
        let second = try Chromium(home: nodes.home, size: (1_280, 800))
        try second.open(link)
        try await second.wait(until: "document.getElementById('message')?.textContent.includes('it was used')")
        // The port for nodes says where the page is.
        try second.open("https://\(try await camera.address())/")
        let page = try #require(link.range(of: "/enter")).lowerBound
        try await second.wait(until: "document.querySelector('a')?.href == '\(link[..<page])/'")

        // A series of its own, which ends with it.
        let series = #"{method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"timerSeconds":600}'}"#
        _ = try browser.value(
            "fetch('/v1/stills', \(series)).then(it => it.json()).then(it => { window.series = it.id })")
        try await browser.wait(until: "Boolean(window.series)")
        let job = try "/v1/stills/jobs/\(browser.value("window.series"))"
        let phase = { [nodes] in try await nodes.ask(nodes.cameraHome, camera.address(), job) }
        #expect(try await phase().contains(#""countdown""#))
        let listed = try await Tool.longshot("page", "list", "--home", nodes.cameraHome)
        let id = String(try #require(listed.output.split(separator: " ").first))
        #expect(try await Tool.longshot("page", "revoke", id, "--home", nodes.cameraHome).code == 0)
        // The documented 2 s, and 0.5 s for the test to notice.
        try await Promise.check("the page says that it is signed out", within: .milliseconds(2_500)) {
            // The page notices by itself, and shows the reason.
            try await browser.wait(until: "location.pathname == '/enter'")
            try await browser.wait(until: "document.getElementById('message').textContent.includes('signed out')")
        }
        #expect(try browser.value("document.body.textContent.includes('no access yet')") == "false")
        try await eventually("its series is cancelled") { try await phase().contains(#""cancelled""#) }
        // In the same tab, a new link changes only the fragment of the address.
        let fresh = try await nodes.pageLink(to: nodes.cameraHome)
        _ = try browser.value("location.href = '\(fresh)'")
        try await browser.wait(until: "document.getElementById('use')?.hidden === false && location.hash === ''")
        // Loading the page again does not lose the link.
        _ = try browser.value("window.isOld = true; location.reload()")
        try await browser.wait(until: "!window.isOld && document.getElementById('use')?.hidden === false")
        try browser.click("use")
        try await browser.wait(until: "Boolean(document.querySelector('.view'))")
        #expect(try browser.value("sessionStorage.getItem('longshot-link')") == "null")
    }

    @Test("The owner lets a recorder in from the page: code, words, grants; the session outlives the node")
    func pairing() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        _ = try await first.address()
        let link = try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view,admin")
        let browser = try await nodes.browser(link, size: (1_280, 800))
        #expect(try browser.value("document.getElementById('press') === null") == "true", "it may not shoot")
        try await browser.show("settings")
        try browser.click("open")
        try await browser.wait(until: "document.getElementById('code').textContent.length == 19")
        try await browser.wait(until: "document.getElementById('code-picture').naturalWidth > 0")
        _ = try browser.value(
            "document.getElementById('code-picture').scrollIntoView({block: 'center', behavior: 'instant'})")
        let picture = nodes.home.file("page.png")
        try browser.screenshot(picture)
        // Another program reads the code off the screen, like a phone's camera.
        let scanned = try await Tool.run("zbarimg", ["-q", "--raw", picture])
        #expect(scanned.output.hasPrefix("longshot://pair?"), "\(scanned.errors)")
        // The same as text, with the addresses for a joiner that finds no node.
        let shown = try browser.value("document.getElementById('pairing-link').textContent + '\\n'")
        #expect(shown == scanned.output)
        let addresses = try browser.value("document.getElementById('pairing-addresses').textContent")
        #expect(addresses.hasPrefix("longshot pair join 127.0.0.1:"), "\(addresses)")
        try browser.resize(width: 390, height: 844)
        let file = try nodes.home.write(scanned.output, as: "link")
        let joining = try Child(
            shell: "\(Tool.longshot) pair join --as recorder --home \(nodes.recorderHome) --name attic < \(file)",
            home: nodes.home)
        try await browser.wait(until: "document.getElementById('candidate').hidden === false")
        let words = try browser.value("document.getElementById('words').textContent")
        try await eventually("the joiner shows the same words: \(joining.output)") { joining.output.contains(words) }
        // The question is on the screen of a phone, and not behind the tabs.
        let inView = { (id: String) in
            """
            (() => {
              const {x, y, width, height} = document.getElementById('\(id)').getBoundingClientRect();
              return document.elementFromPoint(x + width / 2, y + height / 2)?.id == '\(id)';
            })()
            """
        }
        for id in ["who", "approve", "deny"] { try await browser.wait(until: inView(id)) }
        try browser.screenshot(nodes.home.file("question.png"))
        try browser.click("approve")
        #expect(try await joining.exit() == 0, "\(joining.output)")
        try await browser.wait(until: "document.getElementById('peers').textContent.includes('attic, recorder')")
        try await browser.wait(until: "document.getElementById('pairing').textContent.includes('Paired.')")

        // Its rights are changed there, too.
        let form = "document.querySelector('#peers details.row-actions')"
        _ = try browser.value(
            "(\(form).open = true, \(form).querySelector('input[value=shoot]').click(), \(form).querySelector('.row button').click())"
        )
        try await eventually("the recorder may take stills") {
            try await Tool.longshot("pair", "list", "--home", nodes.cameraHome).output.contains(
                "view shoot record send")
        }

        // The browser stays signed in across a restart of the node at the same port.
        let page = try #require(link.split(separator: "/").dropFirst().first.map(String.init))
        #expect(try await first.terminate().code == 0)
        let port = try #require(page.split(separator: ":").last.map(String.init))
        let second = try nodes.camera(["--page-port", port])
        _ = try await second.address()
        try browser.open("https://\(page)/#settings")
        try await browser.wait(until: "document.getElementById('peers')?.textContent.includes('attic, recorder')")
    }

    @Test(
        "An owner's browser changes what another one may do; the form keeps what is ticked and typed while the list changes"
    )
    func grants() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let kim = try await nodes.browser(nodes.pageLink(to: nodes.cameraHome, "--name", "kim"))
        let browser = try await nodes.browser(nodes.pageLink(to: nodes.cameraHome, "--grants", "view,admin"))
        try await browser.show("settings")
        let form = "document.querySelector('#browsers .rows details')"
        try await browser.wait(until: "Boolean(\(form))")
        _ = try browser.value(
            """
            (() => {
              \(form).open = true;
              for (const box of \(form).querySelectorAll('input[type=checkbox]')) box.checked = box.value === 'record';
              window.reads = 0;
              const ask = window.fetch;
              window.fetch = (...words) => { if (String(words[0]).endsWith('/v1/peers')) reads += 1; return ask(...words); };
            })()
            """)
        // The second read begins when the first one has been drawn.
        try await browser.wait(until: "reads > 1")
        _ = try browser.value(
            "(window.form = \(form), form.querySelector('input').value = 'kim at home', form.querySelector('input').focus(), '')"
        )
        let sam = try await nodes.browser(nodes.pageLink(to: nodes.cameraHome, "--name", "sam"))
        try await browser.wait(until: "document.querySelector('#browsers .rows').textContent.includes('sam')")
        let typed = "form.isConnected && form.open && document.activeElement === form.querySelector('input')"
        #expect(try browser.value("String(\(typed) && form.querySelector('input').value)") == "kim at home")
        _ = try browser.value("form.querySelector('button').click()")
        let row =
            "[...document.querySelectorAll('#browsers .rows li')].find((one) => one.textContent.includes('kim at home')).querySelector('.row-text span').textContent"
        try await browser.wait(until: "document.querySelector('#browsers .rows').textContent.includes('kim at home')")
        try await browser.wait(until: "\(row).includes('record') && !\(row).includes('watch')")
        let listed = try await Tool.longshot("page", "list", "--home", nodes.cameraHome)
        #expect(listed.output.contains("kim at home (Chrome on Linux)  record, last seen"), "\(listed.output)")
        // It is still signed in.
        #expect(try kim.value("location.pathname") == "/")
        withExtendedLifetime(sam) {}
    }

    @Test("Who may only look sees no shutter and no settings of others; a test picture has no controls")
    func looking() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let link = try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view")
        let browser = try await nodes.browser(link)
        try await browser.wait(until: "document.getElementById('controls')?.hidden === true")
        for id in ["press", "save", "timer"] {
            #expect(try browser.value("document.getElementById('\(id)') === null") == "true", "\(id)")
        }
        try await browser.show("settings")
        for id in ["pairing", "peers", "browsers"] {
            #expect(try browser.value("document.getElementById('\(id)') === null") == "true", "\(id)")
        }
        let refused = "fetch('/v1/stills', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
        _ = try browser.value("\(refused).then((answer) => { window.answered = answer.status; })")
        try await browser.wait(until: "window.answered === 403")
    }

    @Test("The node goes: the page says so; it comes back: so does the page")
    func gone() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        try await nodes.ready(try await first.address())
        let link = try await nodes.pageLink(to: nodes.cameraHome)
        let browser = try await nodes.browser(link)
        let status = "document.getElementById('status').textContent"
        try await browser.wait(until: "\(status).includes('Nothing missing')")
        let page = try #require(link.split(separator: "/").dropFirst().first.map(String.init))
        let port = try #require(page.split(separator: ":").last.map(String.init))
        try await Promise.check("the page says that the link is lost", within: .seconds(2)) {
            first.killHard()
            try await browser.wait(until: "document.getElementById('trouble').textContent.includes('is lost')")
        }
        #expect(try browser.value("\(status).includes('No link')") == "true")
        let second = try nodes.camera(["--page-port", port])
        try await nodes.ready(try await second.address())
        try await browser.wait(until: "document.getElementById('trouble').hidden && !\(status).includes('No link')")
        try browser.click("press")
        try await browser.wait(until: "document.getElementById('still').naturalWidth == 640")
    }

    @Test(
        "A browser is signed in to two nodes of one machine at once; neither page, nor another name, may use the other")
    func neighbours() async throws {
        let (nodes, others) = (try Nodes(), try Nodes())
        let (camera, other) = (try nodes.camera(), try others.camera())
        try await nodes.ready(try await camera.address())
        try await others.ready(try await other.address())
        let browser = try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome))
        let own = try browser.value("location.origin")
        try browser.open(try await others.pageLink(to: others.cameraHome))
        try await browser.wait(until: "document.getElementById('use')?.hidden === false")
        try browser.click("use")
        try await browser.wait(until: "Boolean(document.querySelector('.view'))")
        // Requests from the other node's page with the cookie of this node: a still, and the state.
        for request in [
            "fetch('\(own)/v1/stills', {method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}'})",
            "fetch('\(own)/v1/state', {credentials: 'include'})",
        ] {
            _ = try browser.value(
                "(window.heard = '', void \(request).then((answer) => heard = 'status ' + answer.status, () => heard = 'refused'))"
            )
            try await browser.wait(until: "window.heard != ''")
            // A page gets no answer of another origin that has not consented.
            #expect(["refused", "status 0"].contains(try browser.value("window.heard")))
        }
        #expect(try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/stills") == "[]")
        // The browser is still signed in to the first node.
        try browser.open(own)
        try await browser.wait(until: "Boolean(document.querySelector('.view'))")
        // A foreign name that resolves to this node (DNS rebinding).
        try browser.open(own.replacingOccurrences(of: "127.0.0.1", with: "rebound.example"))
        try await browser.wait(until: "document.body?.innerText.includes('misdirected') === true")
    }
}
