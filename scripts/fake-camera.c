// SPDX-License-Identifier: Apache-2.0
// A camera that is in trouble: loaded into a program before the C library (LD_PRELOAD), it answers what V4L2 asks of the file
// /dev/video0. FAKE_CAMERA=busy refuses buffers, as a driver does while another program streams; FAKE_CAMERA=bandwidth
// refuses to stream, as uvcvideo does where USB has no room; with anything else it works.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int is_camera(int file) {
    char link[64], path[64] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    return length > 0 && strcmp(path, "/dev/video0") == 0;
}

static int fails(int code) {
    errno = code;
    return -1;
}

static int is_in(const char *trouble) {
    const char *given = getenv("FAKE_CAMERA");
    return given && strcmp(given, trouble) == 0;
}

static int describe(struct v4l2_capability *it) {
    strcpy((char *)it->driver, "fake");
    strcpy((char *)it->card, "Fake camera");
    strcpy((char *)it->bus_info, "usb-fake-1");
    it->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    return 0;
}

static int answer(unsigned long request, void *argument) {
    switch (request) {
    case VIDIOC_QUERYCAP: return describe(argument);
    case VIDIOC_ENUM_FMT: {
        struct v4l2_fmtdesc *it = argument;
        it->pixelformat = V4L2_PIX_FMT_MJPEG;
        return it->index == 0 ? 0 : fails(EINVAL);
    }
    case VIDIOC_ENUM_FRAMESIZES: {
        struct v4l2_frmsizeenum *it = argument;
        it->type = V4L2_FRMSIZE_TYPE_DISCRETE;
        it->discrete = (struct v4l2_frmsize_discrete){ 640, 480 };
        return it->index == 0 ? 0 : fails(EINVAL);
    }
    case VIDIOC_ENUM_FRAMEINTERVALS: {
        struct v4l2_frmivalenum *it = argument;
        it->type = V4L2_FRMIVAL_TYPE_DISCRETE;
        it->discrete = (struct v4l2_fract){ 1, 30 };
        return it->index == 0 ? 0 : fails(EINVAL);
    }
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT:
    case VIDIOC_S_PARM:
    case VIDIOC_QBUF:
    case VIDIOC_STREAMOFF: return 0;
    case VIDIOC_REQBUFS: return is_in("busy") ? fails(EBUSY) : 0;
    case VIDIOC_STREAMON: return is_in("bandwidth") ? fails(ENOSPC) : 0;
    default: return fails(ENOTTY);
    }
}

int ioctl(int file, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (is_camera(file)) return answer(request, argument);
    int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return real(file, request, argument);
}
