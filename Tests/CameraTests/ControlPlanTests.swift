// SPDX-License-Identifier: Apache-2.0
import Testing
import Video4Linux
import Wire

@testable import Camera

/// Uses controls like those of a webcam; `scripts/test-v4l2` tests real drivers in an emulated machine.
@Suite("A change to controls")
struct ControlPlanTests {
    static let automaticExposure = VideoControl(
        id: 0x9A_0901, name: "Auto Exposure", kind: .menu, minimum: 0, maximum: 3, standard: 3, flags: .update,
        items: [.init(index: 1, name: "Manual Mode"), .init(index: 3, name: "Aperture Priority Mode")])
    static let exposure = VideoControl(
        id: 0x9A_0902, name: "Exposure Time, Absolute", kind: .integer, minimum: 3, maximum: 2_047, standard: 250,
        flags: .inactive)
    static let automaticWhite = VideoControl(
        id: 0x98_090C, name: "White Balance, Automatic", kind: .boolean, minimum: 0, maximum: 1, standard: 1)
    static let white = VideoControl(
        id: 0x98_091A, name: "White Balance Temperature", kind: .integer, minimum: 2_800, maximum: 6_500, step: 10,
        standard: 4_600, flags: .inactive)
    static let powerLine = VideoControl(
        id: 0x98_0918, name: "Power Line Frequency", kind: .menu, minimum: 0, maximum: 2, standard: 2,
        items: [.init(index: 0, name: "Disabled"), .init(index: 1, name: "50 Hz"), .init(index: 2, name: "60 Hz")])
    static let brightness = VideoControl(
        id: 0x98_0900, name: "Brightness", kind: .integer, minimum: -64, maximum: 64)
    static let iso = VideoControl(
        id: 0x9A_0917, name: "ISO Sensitivity", kind: .integerMenu, minimum: 0, maximum: 1,
        items: [.init(index: 0, name: "100000"), .init(index: 1, name: "200000")])
    static let pan = VideoControl(
        id: 0x9A_0908, name: "Pan, Absolute", kind: .integer, minimum: -36_000, maximum: 36_000, step: 3_600)
    static let wide = VideoControl(
        id: 0x98_F904, name: "Wide", kind: .integer64, minimum: .min, maximum: .max)
    static let flash = VideoControl(
        id: 0x9C_0901, name: "LED Mode", kind: .menu, minimum: 0, maximum: 2,
        items: [.init(index: 0, name: "None"), .init(index: 1, name: "Flash"), .init(index: 2, name: "Torch")])
    static let button = VideoControl(id: 0x98_F900, name: "Button!", kind: .button, minimum: 0, maximum: 0)
    static let catalog = ControlCatalog(
        [brightness, white, automaticWhite, powerLine, automaticExposure, exposure, iso, pan, wide, flash, button])

    private func steps(_ set: [String: ControlValue] = [:], reset: [String] = []) throws -> [String] {
        try ControlPlan(Self.catalog, reset: reset, set: set).steps.map { "\($0.control.key)=\($0.value)" }
    }

    @Test("takes a value from the automatic that has it, first")
    func coupling() throws {
        #expect(
            try steps(["exposure": .text("1/100"), "white-balance": .text("5600K"), "brightness": .number(5)]) == [
                "white_balance_automatic=number(0)", "auto_exposure=number(1)", "exposure_time_absolute=number(100)",
                "white_balance_temperature=number(5600)", "brightness=number(5)",
            ])
        let plan = try ControlPlan(Self.catalog, set: ["exposure": .number(0.01)])
        #expect(plan.kept == ["auto_exposure": .number(1), "exposure_time_absolute": .number(100)])
    }

    @Test("lights the camera's own lamp under the name that a lamp of the box would have")
    func torch() throws {
        #expect(try steps(["torch": .text("on")]) == ["led_mode=number(2)"])
        #expect(try steps(["torch": .truth(true)]) == ["led_mode=number(2)"])
        #expect(try steps(["flash": .text("off")]) == ["led_mode=number(0)"])
        #expect(try steps(["flash": .text("Flash")]) == ["led_mode=number(1)"])
        #expect(try steps(["flash": .number(1)]) == ["led_mode=number(1)"])
        #expect(throws: Problem.self) { try steps(["torch": .text("bright")]) }
        let without = ControlCatalog([Self.brightness])
        #expect(throws: Problem.self) { try ControlPlan(without, set: ["torch": .text("on")]) }
    }

    @Test("gives a value back to the automatic, the best that the camera has, and keeps no value then")
    func automatic() throws {
        let plan = try ControlPlan(Self.catalog, set: ["exposure": .text("auto")])
        #expect(plan.kept == ["auto_exposure": .number(3)])
        #expect(plan.forgotten == ["exposure_time_absolute"])
    }

    @Test("leaves an automatic alone that is set in the same breath")
    func both() throws {
        #expect(
            try steps(["auto_exposure": .number(3), "exposure_time_absolute": .text("20ms")]) == [
                "auto_exposure=number(3)", "exposure_time_absolute=number(200)",
            ])
    }

    @Test("understands units, fractions, names of choices, and rounds to the step")
    func values() throws {
        #expect(try steps(["power-line": .text("50 hz")]) == ["power_line_frequency=number(1)"])
        #expect(try steps(["power-line": .text("50")]) == ["power_line_frequency=number(1)"])
        #expect(
            try steps(["white-balance": .number(5_004), "white_balance_automatic": .text("off")]).contains(
                "white_balance_temperature=number(5000)"))
        #expect(try steps(["iso": .text("200")]) == ["iso_sensitivity=number(1)"])
        #expect(try steps(["pan": .text("-2 degree")]) == ["pan_absolute=number(-7200)"])
        #expect(try steps(["wide": .number(5e9)]) == ["wide=number(5000000000)"])
        #expect(try steps(["wide": .text("-5000000000")]) == ["wide=number(-5000000000)"])
        #expect(try steps(["button": .truth(true)]) == ["button=number(1)"])
        #expect(try ControlPlan(Self.catalog, set: ["button": .truth(true)]).kept.isEmpty)
    }

    @Test(
        "is refused with the range or the choices",
        arguments: [
            ("exposure", ControlValue.text("1 s"), "exposure is from 0.0003 to 0.2047 s, not 1 s"),
            ("exposure", .text("soon"), "exposure is a number from 0.0003 to 0.2047 s, not \"soon\""),
            (
                "power-line", .text("40 Hz"),
                "power-line has no choice \"40 Hz\": it has 0 (Disabled), 1 (50 Hz), 2 (60 Hz)"
            ),
            ("white_balance_automatic", .text("maybe"), "white_balance_automatic is on or off, not maybe"),
            ("brightness", .number(.infinity), "brightness is a number from -64 to 64, not \"inf\""),
            ("brightness", .number(1e300), "brightness is from -64 to 64, not 1e+300"),
            ("wide", .number(1e18), "wide is from -9.223372036854776e+18 to 9.223372036854776e+18, not 1e+18"),
            ("exposure", .text("1/0"), "exposure is a number from 0.0003 to 0.2047 s, not \"1/0\""),
            ("shutter", .number(1), "this camera has no control \"shutter\": `longshot controls` lists them"),
        ])
    func refused(name: String, value: ControlValue, words: String) {
        #expect { try ControlPlan(Self.catalog, set: [name: value]) } throws: { ($0 as? Problem)?.detail == words }
    }

    @Test("of reset puts the automatic back too; of everything leaves buttons alone")
    func reset() throws {
        #expect(try steps(reset: ["exposure"]) == ["auto_exposure=number(3)", "exposure_time_absolute=number(250)"])
        let all = try ControlPlan(Self.catalog, reset: ["*"])
        #expect(all.steps.count == 10 && all.kept.isEmpty)
        #expect(all.forgotten.isSuperset(of: ["exposure_time_absolute", "brightness"]))
    }

    @Test("noted in the book: kept, saved, used, forgotten; what a preset does not mention goes back")
    func book() throws {
        var book = ControlBook(device: "usb-1", name: "Cam")
        _ = try book.plans(for: ControlChange(set: ["exposure": .number(0.02)], save: "indoors"), Self.catalog)
        #expect(book.presets["indoors"] == ["auto_exposure": .number(1), "exposure_time_absolute": .number(200)])
        _ = try book.plans(for: ControlChange(set: ["brightness": .number(9)]), Self.catalog)
        let plans = try book.plans(for: ControlChange(use: "indoors"), Self.catalog)
        #expect(plans.first?.steps.map(\.control.key) == ["brightness"])
        #expect(book.values == book.presets["indoors"])
        _ = try book.plans(for: ControlChange(forget: "indoors"), Self.catalog)
        #expect(throws: Problem.self) { try book.plans(for: ControlChange(use: "indoors"), Self.catalog) }
        #expect(ControlBook.file(of: "usb/../é") != ControlBook.file(of: "usb/../e"))
        #expect(!ControlBook.file(of: "../../etc").contains("/"))
    }

    @Test("is shown with units, who sets what, and what is kept")
    func sheet() throws {
        let values: [UInt32: VideoValue] = [
            Self.exposure.id: .number(156), Self.automaticExposure.id: .number(3), Self.powerLine.id: .number(1),
            Self.automaticWhite.id: .number(0), Self.white.id: .number(5_600),
        ]
        let sheet = Self.catalog.sheet(values, kept: ["white_balance_automatic", "white_balance_temperature"])
        let exposure = try #require(sheet.first)
        #expect(exposure.key == "exposure" && exposure.unit == "s" && exposure.value == .number(0.0156))
        #expect(exposure.isAutomatic == true && !exposure.isKept && exposure.isInactive)
        let white = try #require(sheet.first { $0.key == "white-balance" })
        #expect(white.isAutomatic == false && white.isKept && white.value == .number(5_600))
        #expect(sheet.last?.key == "button" && sheet.last?.kind == .action)
    }
}
