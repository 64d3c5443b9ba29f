// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/rtp/gstrtphdrext.h>
#include <gio/gio.h>
#include <malloc.h>
