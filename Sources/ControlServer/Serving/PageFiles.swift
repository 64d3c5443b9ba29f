// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Trust

/// The files of the page; cameras and recorders serve the same set, and the page asks its node for its role.
enum PageFiles {
    /// A file's name and bytes.
    typealias Named = (name: String, bytes: [UInt8])

    /// The page, and the page for browsers without a session.
    static let documents: [Named] = [
        ("page.html", PackageResources.page_html),
        ("enter.html", PackageResources.enter_html),
    ]

    /// The files that these load; `lists.test.js` compares the list with the folder.
    static let parts: [Named] = [
        ("analysis.js", PackageResources.analysis_js),
        ("api.js", PackageResources.api_js),
        ("app.js", PackageResources.app_js),
        ("arrivals.js", PackageResources.arrivals_js),
        ("awake.js", PackageResources.awake_js),
        ("browsers.js", PackageResources.browsers_js),
        ("cameras.js", PackageResources.cameras_js),
        ("clock.js", PackageResources.clock_js),
        ("collections.js", PackageResources.collections_js),
        ("companion.js", PackageResources.companion_js),
        ("control-names.js", PackageResources.control_names_js),
        ("control-row.js", PackageResources.control_row_js),
        ("control-values.js", PackageResources.control_values_js),
        ("controls.js", PackageResources.controls_js),
        ("desk-texts.js", PackageResources.desk_texts_js),
        ("desk.css", PackageResources.desk_css),
        ("desk.js", PackageResources.desk_js),
        ("devices.js", PackageResources.devices_js),
        ("dom.js", PackageResources.dom_js),
        ("downloads.js", PackageResources.downloads_js),
        ("enter.css", PackageResources.enter_css),
        ("enter.js", PackageResources.enter_js),
        ("events.js", PackageResources.events_js),
        ("files.js", PackageResources.files_js),
        ("formats.js", PackageResources.formats_js),
        ("frame-picture.js", PackageResources.frame_picture_js),
        ("freshness.js", PackageResources.freshness_js),
        ("gallery.css", PackageResources.gallery_css),
        ("gallery.js", PackageResources.gallery_js),
        ("glance.js", PackageResources.glance_js),
        ("grants.js", PackageResources.grants_js),
        ("grid.js", PackageResources.grid_js),
        ("held-stills.js", PackageResources.held_stills_js),
        ("icon.svg", PackageResources.icon_svg),
        ("icons.js", PackageResources.icons_js),
        ("items.js", PackageResources.items_js),
        ("jobs.js", PackageResources.jobs_js),
        ("lanes.js", PackageResources.lanes_js),
        ("link.js", PackageResources.link_js),
        ("live.css", PackageResources.live_css),
        ("live.js", PackageResources.live_js),
        ("log.js", PackageResources.log_js),
        ("manifest.webmanifest", PackageResources.manifest_webmanifest),
        ("moment-series.js", PackageResources.moment_series_js),
        ("moments.js", PackageResources.moments_js),
        ("movies.js", PackageResources.movies_js),
        ("multipart.js", PackageResources.multipart_js),
        ("nearby-card.js", PackageResources.nearby_card_js),
        ("nearby-readout.js", PackageResources.nearby_readout_js),
        ("nearby-session.js", PackageResources.nearby_session_js),
        ("nearby-shapes.js", PackageResources.nearby_shapes_js),
        ("nearby-state.js", PackageResources.nearby_state_js),
        ("nearby-tag.js", PackageResources.nearby_tag_js),
        ("nearby-texts.js", PackageResources.nearby_texts_js),
        ("nearby.css", PackageResources.nearby_css),
        ("nearby.js", PackageResources.nearby_js),
        ("network-cameras.js", PackageResources.network_cameras_js),
        ("notice-place.js", PackageResources.notice_place_js),
        ("notices.js", PackageResources.notices_js),
        ("overlay-drawing.js", PackageResources.overlay_drawing_js),
        ("overlays.js", PackageResources.overlays_js),
        ("page.css", PackageResources.page_css),
        ("pairing.js", PackageResources.pairing_js),
        ("peers.js", PackageResources.peers_js),
        ("pipelines.js", PackageResources.pipelines_js),
        ("places.js", PackageResources.places_js),
        ("player-keys.js", PackageResources.player_keys_js),
        ("player.js", PackageResources.player_js),
        ("press.js", PackageResources.press_js),
        ("questions.js", PackageResources.questions_js),
        ("record-button.js", PackageResources.record_button_js),
        ("recording-control.js", PackageResources.recording_control_js),
        ("recording-list.js", PackageResources.recording_list_js),
        ("recordings.js", PackageResources.recordings_js),
        ("remote-texts.js", PackageResources.remote_texts_js),
        ("remote.js", PackageResources.remote_js),
        ("requests.js", PackageResources.requests_js),
        ("rights-form.js", PackageResources.rights_form_js),
        ("rows.js", PackageResources.rows_js),
        ("saving-question.js", PackageResources.saving_question_js),
        ("saving.js", PackageResources.saving_js),
        ("scene.js", PackageResources.scene_js),
        ("seek-tip.js", PackageResources.seek_tip_js),
        ("sending.js", PackageResources.sending_js),
        ("series.js", PackageResources.series_js),
        ("settings.js", PackageResources.settings_js),
        ("setup-texts.js", PackageResources.setup_texts_js),
        ("shutter-options.js", PackageResources.shutter_options_js),
        ("shutter.js", PackageResources.shutter_js),
        ("soon.js", PackageResources.soon_js),
        ("speed-menu.js", PackageResources.speed_menu_js),
        ("state.js", PackageResources.state_js),
        ("stop-question.js", PackageResources.stop_question_js),
        ("store.js", PackageResources.store_js),
        ("styles.js", PackageResources.styles_js),
        ("texts.js", PackageResources.texts_js),
        ("tile.js", PackageResources.tile_js),
        ("timeline.js", PackageResources.timeline_js),
        ("together.js", PackageResources.together_js),
        ("transfer-list.js", PackageResources.transfer_list_js),
        ("transfers.js", PackageResources.transfers_js),
        ("viewer.js", PackageResources.viewer_js),
        ("views.js", PackageResources.views_js),
        ("whep.js", PackageResources.whep_js),
    ]
}

extension RouteTable {
    /// Serves the page's files to everybody, because they contain no secrets; a browser without a session gets `enter.html`.
    ///
    /// - Parameter willShow: called with the rights of a browser to which the page is sent.
    mutating func addPageFiles(willShow: @escaping @Sendable (Rights) -> Void) {
        let (page, enter) = (PageFile(PageFiles.documents[0]), PageFile(PageFiles.documents[1]))
        on(.get, "/", needs: .none) { request, context in
            guard context.visitor != .anonymous else { return enter.response(to: request) }
            willShow(context.rights)
            return page.response(to: request)
        }
        on(.get, "/enter", needs: .none) { request, _ in enter.response(to: request) }
        for part in PageFiles.parts {
            let file = PageFile(part)
            on(.get, "/\(part.name)", needs: .none) { request, _ in file.response(to: request) }
        }
    }
}
