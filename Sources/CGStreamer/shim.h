// SPDX-License-Identifier: Apache-2.0
#pragma once
// Without it, the WebRTC headers warn that their interface was not yet final in 1.22.
#define GST_USE_UNSTABLE_API
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/rtp/gstrtphdrext.h>
#include <gst/sdp/gstsdpmessage.h>
#include <gst/video/video.h>
#include <gst/webrtc/webrtc.h>
#include <gio/gio.h>
#include <malloc.h>
