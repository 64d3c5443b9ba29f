// SPDX-License-Identifier: Apache-2.0

/// Test pictures that are cheap to encode and have a readable number.
enum Picture {
    /// Caps of a small picture.
    static let small = "video/x-raw,format=I420,width=640,height=360,framerate=30/1"

    /// A capture text like the shipped `test`, with some parts replaced.
    static func capture(
        source: String = "videotestsrc name=camera is-live=true pattern=ball", behindCamera: String = "",
        caps: String = small,
        encoder: String = "x264enc name=encoder tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=30",
        parser: String = "! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au"
    ) -> String {
        """
        # A test picture for a test.
        #
        #   camera    \(source.split(separator: " ")[0])
        #   encoder   \(encoder.split(separator: " ")[0])
        #   encoded   appsink
        #   frames    appsink
        \(source)
        ! \(caps)
        \(behindCamera)
        ! debugqroverlay pixel-size=4
        ! tee name=split
        split.
        ! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0
        ! \(encoder)
        \(parser)
        ! appsink name=encoded sync=false max-buffers=60 drop=false
        split.
        ! queue leaky=downstream max-size-buffers=2 max-size-bytes=0 max-size-time=0
        ! appsink name=frames sync=false max-buffers=2 drop=true

        """
    }
}
