// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// The files of the page: one set for cameras and recorders, which asks its node what it is.
enum PageFiles {
    private static let (script, style) = ("text/javascript; charset=utf-8", "text/css; charset=utf-8")

    /// The page and the way in.
    static let documents: [(name: String, bytes: [UInt8], type: String)] = [
        ("page.html", PackageResources.page_html, "text/html; charset=utf-8"),
        ("enter.html", PackageResources.enter_html, "text/html; charset=utf-8"),
    ]

    /// What they load, by its name.
    static let parts: [(name: String, bytes: [UInt8], type: String)] = [
        ("analysis.js", PackageResources.analysis_js, script),
        ("api.js", PackageResources.api_js, script),
        ("app.js", PackageResources.app_js, script),
        ("arrivals.js", PackageResources.arrivals_js, script),
        ("browsers.js", PackageResources.browsers_js, script),
        ("charts.js", PackageResources.charts_js, script),
        ("clock.js", PackageResources.clock_js, script),
        ("control-row.js", PackageResources.control_row_js, script),
        ("controls.js", PackageResources.controls_js, script),
        ("desk.css", PackageResources.desk_css, style),
        ("desk.js", PackageResources.desk_js, script),
        ("dom.js", PackageResources.dom_js, script),
        ("enter.css", PackageResources.enter_css, style),
        ("enter.js", PackageResources.enter_js, script),
        ("formats.js", PackageResources.formats_js, script),
        ("gallery.css", PackageResources.gallery_css, style),
        ("gallery.js", PackageResources.gallery_js, script),
        ("grants.js", PackageResources.grants_js, script),
        ("grid.js", PackageResources.grid_js, script),
        ("icon.svg", PackageResources.icon_svg, "image/svg+xml"),
        ("icons.js", PackageResources.icons_js, script),
        ("items.js", PackageResources.items_js, script),
        ("lanes.js", PackageResources.lanes_js, script),
        ("link.js", PackageResources.link_js, script),
        ("live.css", PackageResources.live_css, style),
        ("live.js", PackageResources.live_js, script),
        ("log.js", PackageResources.log_js, script),
        ("manifest.webmanifest", PackageResources.manifest_webmanifest, "application/manifest+json"),
        ("model.js", PackageResources.model_js, script),
        ("multipart.js", PackageResources.multipart_js, script),
        ("notices.js", PackageResources.notices_js, script),
        ("overlays.js", PackageResources.overlays_js, script),
        ("page.css", PackageResources.page_css, style),
        ("pairing.js", PackageResources.pairing_js, script),
        ("peers.js", PackageResources.peers_js, script),
        ("pipelines.js", PackageResources.pipelines_js, script),
        ("player.js", PackageResources.player_js, script),
        ("preferences.js", PackageResources.preferences_js, script),
        ("recording-list.js", PackageResources.recording_list_js, script),
        ("remote.js", PackageResources.remote_js, script),
        ("saving.js", PackageResources.saving_js, script),
        ("sending.js", PackageResources.sending_js, script),
        ("settings.js", PackageResources.settings_js, script),
        ("shelf.js", PackageResources.shelf_js, script),
        ("shutter.js", PackageResources.shutter_js, script),
        ("status.js", PackageResources.status_js, script),
        ("texts.js", PackageResources.texts_js, script),
        ("tile.js", PackageResources.tile_js, script),
        ("timeline.js", PackageResources.timeline_js, script),
        ("transfers.js", PackageResources.transfers_js, script),
        ("viewer.js", PackageResources.viewer_js, script),
        ("whep.js", PackageResources.whep_js, script),
    ]
}

extension RouteTable {
    /// The files of the page, for everybody: there is nothing secret in them, and who was not let in gets the way in.
    mutating func addPageFiles() {
        let (page, enter) = (PageFile(PageFiles.documents[0]), PageFile(PageFiles.documents[1]))
        on(.get, "/", needs: .none) { request, context in
            (context.visitor == .anonymous ? enter : page).response(to: request)
        }
        on(.get, "/enter", needs: .none) { request, _ in enter.response(to: request) }
        for part in PageFiles.parts {
            let file = PageFile(part)
            on(.get, "/\(part.name)", needs: .none) { request, _ in file.response(to: request) }
        }
    }
}
