// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The installed elements, and those in Debian's packages.
public enum Registry {
    /// Whether an element with this factory name is installed.
    public static func has(element name: String) -> Bool {
        _ = runtime
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }

    /// The Debian 12 package that contains an element, whether installed or not.
    ///
    /// The table comes from Debian's package metadata (the `Gstreamer-Elements` field).
    public static func package(providing element: String) -> String? {
        packages[Substring(element)]
    }

    /// The factory names of all installed elements, sorted.
    public static var elementNames: [String] {
        _ = runtime
        guard let list = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
        else { return [] }
        defer { gst_plugin_feature_list_free(list) }
        var names: [String] = []
        var node: UnsafeMutablePointer<GList>? = list
        while let current = node {
            if let feature = current.pointee.data {
                names.append(text(feature.assumingMemoryBound(to: GstObject.self).pointee.name))
            }
            node = current.pointee.next
        }
        return names.sorted()
    }

    private static let packages: [Substring: String] = {
        var packages: [Substring: String] = [:]
        let table = String(decoding: PackageResources.DebianElements_txt, as: UTF8.self)
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: ":", maxSplits: 1)
            guard let package = columns.first, let elements = columns.last, columns.count == 2 else { continue }
            for element in elements.split(separator: ",") {
                packages[element.drop { $0 == " " }] = String(package)
            }
        }
        return packages
    }()
}
