// SPDX-License-Identifier: Apache-2.0
import Pipelines
import Testing

@Suite("An error of a pipeline in one line")
struct ErrorLineTests {
    @Test("Each remedy is a sentence of its own; the quoted line and the mark beneath it are left out")
    func remedies() {
        let problems = """
            x.pipeline:1:28: error: no element "x264encc"
                videotestsrc name=camera ! x264encc name=encoder
                                           ^~~~~~~~
              remedy: did you mean x264enc?
            x.pipeline:2:3: error: the encoder sends pictures out of order
                bframes=2
                ^~~~~~~
              remedy: set bframes=0
            """
        let expected =
            "\"x\" cannot be used as a capture pipeline: x.pipeline:1:28: error: no element \"x264encc\". "
            + "Did you mean x264enc? x.pipeline:2:3: error: the encoder sends pictures out of order. Set bframes=0."
        #expect(PipelineError.unusable("x", as: .capture, problems: problems).line == expected)
    }

    @Test("A text without a remedy stays as it is")
    func plain() {
        let error = PipelineError.notFound("x", suggestion: nil)
        #expect(error.line == error.description)
    }
}
