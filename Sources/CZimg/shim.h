// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <zimg.h>

// Swift does not import `plane`, an array of structures without a name: these set one, in a buffer to write and in one to read.
static inline void zimg_set_plane(zimg_image_buffer *buffer, int index, void *data, ptrdiff_t stride, unsigned mask)
{
    buffer->plane[index].data = data;
    buffer->plane[index].stride = stride;
    buffer->plane[index].mask = mask;
}

static inline void zimg_set_plane_to_read(
    zimg_image_buffer_const *buffer, int index, const void *data, ptrdiff_t stride, unsigned mask)
{
    buffer->plane[index].data = data;
    buffer->plane[index].stride = stride;
    buffer->plane[index].mask = mask;
}
