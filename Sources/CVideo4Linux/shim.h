// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <linux/videodev2.h>
#include <sys/ioctl.h>

// Requests are macros with `sizeof`, which the importer does not evaluate.
static const unsigned long v4l2_query_capability_request = VIDIOC_QUERYCAP;
static const unsigned long v4l2_query_control_request = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long v4l2_query_menu_request = VIDIOC_QUERYMENU;
static const unsigned long v4l2_get_controls_request = VIDIOC_G_EXT_CTRLS;
static const unsigned long v4l2_set_controls_request = VIDIOC_S_EXT_CTRLS;
static const unsigned long v4l2_enumerate_formats_request = VIDIOC_ENUM_FMT;
static const unsigned long v4l2_enumerate_sizes_request = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long v4l2_enumerate_intervals_request = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long v4l2_get_format_request = VIDIOC_G_FMT;
static const unsigned long v4l2_set_format_request = VIDIOC_S_FMT;
static const unsigned long v4l2_set_parameters_request = VIDIOC_S_PARM;
static const unsigned long v4l2_request_buffers_request = VIDIOC_REQBUFS;
static const unsigned long v4l2_queue_buffer_request = VIDIOC_QBUF;
static const unsigned long v4l2_begin_stream_request = VIDIOC_STREAMON;
static const unsigned long v4l2_end_stream_request = VIDIOC_STREAMOFF;

// Reads or writes one control, as a number or as a text of `size` bytes. Swift cannot access the union in the packed struct.
static inline int v4l2_exchange_control(
    int device, unsigned long request, unsigned id, unsigned type, long long *number, char *text, unsigned size)
{
    struct v4l2_ext_control control = { .id = id };
    struct v4l2_ext_controls controls = { .which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &control };
    if (type == V4L2_CTRL_TYPE_STRING) {
        control.string = text;
        control.size = size;
    } else if (type == V4L2_CTRL_TYPE_INTEGER64) {
        control.value64 = *number;
    } else {
        control.value = (int)*number;
    }
    int result = ioctl(device, request, &controls);
    *number = type == V4L2_CTRL_TYPE_INTEGER64 ? control.value64 : control.value;
    return result;
}

// The number that an item of an integer menu stands for.
static inline long long v4l2_menu_number(struct v4l2_querymenu item) { return item.value; }
