// SPDX-License-Identifier: Apache-2.0
import Testing

/// A text with a mistake, and all messages of the check about it.
struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let problems: String
    /// An additional package, of an element that no machine has installed.
    static let packages = ["imaginarysrc": "gstreamer1.0-imaginary"]

    var testDescription: String { name }

    static let all = [
        Broken(
            name: "missing element",
            text: """
                videotestsrc name=camera ! x264encc name=encoder ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:28: error: no element "x264encc"
                    videotestsrc name=camera ! x264encc name=encoder ! appsink name=encoded max-buffers=60
                                               ^~~~~~~~
                  remedy: did you mean x264enc?
                """),
        Broken(
            name: "missing package",
            text: """
                videotestsrc name=camera ! nosuchone ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:28: error: no element "nosuchone"
                    videotestsrc name=camera ! nosuchone ! appsink name=encoded max-buffers=60
                                               ^~~~~~~~~
                  remedy: check the spelling: no package of Debian's has an element of this name
                """),
        Broken(
            name: "known package",
            text: """
                videotestsrc name=camera ! imaginarysrc ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:28: error: no element "imaginarysrc"
                    videotestsrc name=camera ! imaginarysrc ! appsink name=encoded max-buffers=60
                                               ^~~~~~~~~~~~
                  remedy: install the Debian package gstreamer1.0-imaginary
                """),
        Broken(
            name: "unknown property",
            text: """
                videotestsrc name=camera patern=ball ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:26: error: videotestsrc has no property "patern"
                    videotestsrc name=camera patern=ball ! appsink name=encoded max-buffers=60
                                             ^~~~~~
                  remedy: did you mean pattern?
                """),
        Broken(
            name: "unreadable number",
            text: """
                videotestsrc name=camera ! x264enc bitrate=fast ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:44: error: "bitrate" of x264enc cannot be "fast"
                    videotestsrc name=camera ! x264enc bitrate=fast ! appsink name=encoded max-buffers=60
                                                               ^~~~
                  remedy: it takes an integer from 1 to 2048000
                """),
        Broken(
            name: "out of range",
            text: """
                videotestsrc name=camera ! jpegenc quality=101 ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:44: error: "quality" of jpegenc cannot be "101"
                    videotestsrc name=camera ! jpegenc quality=101 ! appsink name=encoded max-buffers=60
                                                               ^~~
                  remedy: it takes an integer from 0 to 100
                """),
        Broken(
            name: "unknown choice",
            text: """
                videotestsrc name=camera ! queue leaky=sideways ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:40: error: "leaky" of queue cannot be "sideways"
                    videotestsrc name=camera ! queue leaky=sideways ! appsink name=encoded max-buffers=60
                                                           ^~~~~~~~
                  remedy: it takes one of no, upstream, downstream
                """),
        Broken(
            name: "pictures out of order",
            text: """
                videotestsrc name=camera ! x264enc bframes=2 ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:36: error: with bframes=2, x264enc sends pictures out of order, which cannot be recorded frame by frame
                    videotestsrc name=camera ! x264enc bframes=2 ! appsink name=encoded max-buffers=60
                                                       ^~~~~~~
                  remedy: set bframes=0
                """),
        Broken(
            name: "bad caps",
            text: """
                videotestsrc name=camera ! capsfilter caps=video/x-raw,width=wide,= ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:44: error: "caps" of capsfilter cannot be "video/x-raw,width=wide,="
                    videotestsrc name=camera ! capsfilter caps=video/x-raw,width=wide,= ! appsink name=encoded max-buffers=60
                                                               ^~~~~~~~~~~~~~~~~~~~~~~~
                  remedy: it takes caps, such as video/x-raw,width=1280,height=720
                """),
        Broken(
            name: "read only",
            text: """
                videotestsrc name=camera ! identity stats=x ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:37: error: "stats" of identity can only be read
                    videotestsrc name=camera ! identity stats=x ! appsink name=encoded max-buffers=60
                                                        ^~~~~
                  remedy: remove it
                """),
        Broken(
            name: "no camera",
            text: """
                videotestsrc ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:50: error: a capture pipeline needs an element named "camera": it is where frames are counted
                    videotestsrc ! appsink name=encoded max-buffers=60
                                                                     ^
                  remedy: write name=camera behind the element that it should be
                """),
        Broken(
            name: "no encoded",
            text: """
                videotestsrc name=camera ! appsink name=encodd max-buffers=60
                """,
            problems: """
                /x.pipeline:1:41: error: a capture pipeline needs an appsink named "encoded": it gives the access units
                    videotestsrc name=camera ! appsink name=encodd max-buffers=60
                                                            ^~~~~~
                  remedy: did you mean encoded?
                """),
        Broken(
            name: "another name for encoded",
            text: """
                videotestsrc name=camera ! x264enc ! appsink name=video max-buffers=60
                """,
            problems: """
                /x.pipeline:1:51: error: a capture pipeline needs an appsink named "encoded": it gives the access units
                    videotestsrc name=camera ! x264enc ! appsink name=video max-buffers=60
                                                                      ^~~~~
                  remedy: give this appsink name=encoded
                """),
        Broken(
            name: "wrong kind",
            text: """
                videotestsrc name=camera ! fakesink name=encoded
                """,
            problems: """
                /x.pipeline:1:28: error: "encoded" must be an appsink, and is a fakesink
                    videotestsrc name=camera ! fakesink name=encoded
                                               ^~~~~~~~
                  remedy: it gives the access units: use appsink name=encoded
                """),
        Broken(
            name: "two links",
            text: """
                videotestsrc name=camera
                ! ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:2:3: error: two "!" with nothing between them
                    ! ! appsink name=encoded max-buffers=60
                      ^
                  remedy: remove one, or name the element between them
                """),
        Broken(
            name: "dangling link",
            text: """
                videotestsrc name=camera ! appsink name=encoded max-buffers=60 !
                """,
            problems: """
                /x.pipeline:1:64: error: nothing follows this "!"
                    videotestsrc name=camera ! appsink name=encoded max-buffers=60 !
                                                                                   ^
                  remedy: name the element that comes next, or remove the "!"
                """),
        Broken(
            name: "leading link",
            text: """
                ! videotestsrc name=camera ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:1: error: nothing stands before this "!"
                    ! videotestsrc name=camera ! appsink name=encoded max-buffers=60
                    ^
                  remedy: begin with an element, or with a name and a dot such as split.
                """),
        Broken(
            name: "unknown reference",
            text: """
                videotestsrc name=camera ! tee name=split
                splt. ! queue ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:2:1: error: no element is named "splt"
                    splt. ! queue ! appsink name=encoded max-buffers=60
                    ^~~~
                  remedy: did you mean split?
                """),
        Broken(
            name: "two names",
            text: """
                videotestsrc name=camera ! identity name=camera ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:42: error: two elements are named "camera"
                    videotestsrc name=camera ! identity name=camera ! appsink name=encoded max-buffers=60
                                                             ^~~~~~
                  remedy: give each a name of its own
                """),
        Broken(
            name: "open bracket",
            text: """
                ( videotestsrc name=camera ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:1: error: this bracket is never closed
                    ( videotestsrc name=camera ! appsink name=encoded max-buffers=60
                    ^
                  remedy: close it with ) behind its last element
                """),
        Broken(
            name: "open quote",
            text: """
                videotestsrc name=camera ! filesink location="a b ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:28: note: filesink reads or writes files of this machine
                    videotestsrc name=camera ! filesink location="a b ! appsink name=encoded max-buffers=60
                                               ^~~~~~~~
                /x.pipeline:1:46: error: the quote that opens here is never closed
                    videotestsrc name=camera ! filesink location="a b ! appsink name=encoded max-buffers=60
                                                                 ^~
                  remedy: close it behind the value with "
                /x.pipeline:1:49: error: no element "b"
                    videotestsrc name=camera ! filesink location="a b ! appsink name=encoded max-buffers=60
                                                                    ^
                  remedy: check the spelling: no package of Debian's has an element of this name
                """),
        Broken(
            name: "cannot link",
            text: """
                videotestsrc name=camera ! h264parse ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:1: error: could not link camera to h264parse
                    videotestsrc name=camera ! h264parse ! appsink name=encoded max-buffers=60
                    ^~~~~~~~~~~~
                  remedy: put a converter between them (videoconvert, h264parse), or correct the caps
                """),
        Broken(
            name: "frame rate that is no fraction",
            text: """
                videotestsrc name=camera ! capsfilter caps=video/x-raw,framerate=30
                ! x264enc ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:44: error: could not link camera to capsfilter
                    videotestsrc name=camera ! capsfilter caps=video/x-raw,framerate=30
                                                               ^~~~~~~~~~~~~~~~~~~~~~~~
                  remedy: write the frame rate as a fraction: framerate=30/1
                """),
        Broken(
            name: "caps that do not fit",
            text: """
                videotestsrc name=camera ! image/jpeg ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:28: error: could not link camera to encoded, camera can't handle caps image/jpeg
                    videotestsrc name=camera ! image/jpeg ! appsink name=encoded max-buffers=60
                                               ^~~~~~~~~~
                  remedy: put a converter between them (videoconvert, h264parse), or correct the caps
                """),
        Broken(
            name: "empty",
            text: """
                # Only words.
                """,
            problems: """
                /x.pipeline:1:1: error: the text describes no pipeline
                    # Only words.
                    ^
                  remedy: begin with a source, such as v4l2src
                """),
        Broken(
            name: "stray property",
            text: """
                bitrate=5 videotestsrc name=camera ! appsink name=encoded max-buffers=60
                """,
            problems: """
                /x.pipeline:1:1: error: the property "bitrate" belongs to no element
                    bitrate=5 videotestsrc name=camera ! appsink name=encoded max-buffers=60
                    ^~~~~~~~~
                  remedy: write it behind the element that it is for
                """),
    ]
}
