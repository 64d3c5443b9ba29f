// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>

// A tag that was found. The corners are in pixels; the centre of the first pixel is at 0.5.
struct april_tag {
    int id, corrected_bits;
    float margin;
    double corners[4][2];
};

// Finds tags in the luminance of a picture, and writes at most `limit` of them to `tags`; returns how many. Swift can neither make
// an image_u8_t, whose size is constant, nor read a zarray_t of pointers.
static inline int april_tag_find(
    apriltag_detector_t *detector, const uint8_t *luminance, int width, int height, int stride, struct april_tag *tags,
    int limit)
{
    // The detector only reads the picture.
    image_u8_t image = { .width = width, .height = height, .stride = stride, .buf = (uint8_t *)luminance };
    zarray_t *found = apriltag_detector_detect(detector, &image);
    int count = 0;
    for (int index = 0; index < zarray_size(found) && count < limit; index++) {
        apriltag_detection_t *detection;
        zarray_get(found, index, &detection);
        struct april_tag *tag = &tags[count++];
        tag->id = detection->id;
        tag->corrected_bits = detection->hamming;
        tag->margin = detection->decision_margin;
        for (int corner = 0; corner < 4; corner++) {
            tag->corners[corner][0] = detection->p[corner][0];
            tag->corners[corner][1] = detection->p[corner][1];
        }
    }
    apriltag_detections_destroy(found);
    return count;
}

// The lightness of a cell of a tag's picture, with its white border of one cell.
static inline int april_tag_cell(const image_u8_t *picture, int column, int row)
{
    return picture->buf[row * picture->stride + column];
}
