// Typed wrappers of the kernel's video interface: Swift can neither call the variadic ioctl(2) nor import its unions.
// Each returns 0 or the error's number. Contains nothing else.
#ifndef VITALBUS_CV4L2_SHIM_H
#define VITALBUS_CV4L2_SHIM_H

#include <errno.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

static inline int vb_v4l2_call(int fd, unsigned long request, void *argument) {
  int result;
  do {
    result = ioctl(fd, request, argument);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

// The capabilities of this node of the device, as V4L2_CAP_ bits.
static inline int vb_v4l2_capabilities(int fd, uint32_t *bits) {
  struct v4l2_capability capability;
  memset(&capability, 0, sizeof capability);
  int error = vb_v4l2_call(fd, VIDIOC_QUERYCAP, &capability);
  *bits = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
  return error;
}

// The fourcc of the format of this index; EINVAL after the last.
static inline int vb_v4l2_format(int fd, uint32_t index, uint32_t *fourcc) {
  struct v4l2_fmtdesc format;
  memset(&format, 0, sizeof format);
  format.index = index;
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  int error = vb_v4l2_call(fd, VIDIOC_ENUM_FMT, &format);
  *fourcc = format.pixelformat;
  return error;
}

// Sizes of a format: one, or all from the least to the most in steps.
typedef struct {
  uint32_t least_width, least_height, most_width, most_height, step_width, step_height;
} vb_v4l2_sizes;

// The sizes of this index; EINVAL after the last, and at once for a source with a single size, such as a grabber.
static inline int vb_v4l2_size(int fd, uint32_t fourcc, uint32_t index, vb_v4l2_sizes *sizes) {
  struct v4l2_frmsizeenum size;
  memset(&size, 0, sizeof size);
  size.index = index;
  size.pixel_format = fourcc;
  int error = vb_v4l2_call(fd, VIDIOC_ENUM_FRAMESIZES, &size);
  if (error) return error;
  struct v4l2_frmsize_stepwise many = size.stepwise;
  if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    many.min_width = many.max_width = size.discrete.width;
    many.min_height = many.max_height = size.discrete.height;
    many.step_width = many.step_height = 1;
  }
  *sizes = (vb_v4l2_sizes){many.min_width,  many.min_height, many.max_width,
                           many.max_height, many.step_width, many.step_height};
  return 0;
}

// The current size; for a source that was never set up, its default.
static inline int vb_v4l2_current(int fd, uint32_t *width, uint32_t *height) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  int error = vb_v4l2_call(fd, VIDIOC_G_FMT, &format);
  *width = format.fmt.pix.width;
  *height = format.fmt.pix.height;
  return error;
}

// Requests a picture rate per second; ENOTTY or EINVAL from sources with a fixed rate.
static inline int vb_v4l2_rate(int fd, uint32_t pictures) {
  struct v4l2_streamparm parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  parameters.parm.capture.timeperframe.numerator = 1;
  parameters.parm.capture.timeperframe.denominator = pictures;
  return vb_v4l2_call(fd, VIDIOC_S_PARM, &parameters);
}

// Sets format and size; returns the driver's choice, and the bytes of a line.
static inline int vb_v4l2_set(int fd, uint32_t *fourcc, uint32_t *width, uint32_t *height, uint32_t *line) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  format.fmt.pix.pixelformat = *fourcc;
  format.fmt.pix.width = *width;
  format.fmt.pix.height = *height;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  int error = vb_v4l2_call(fd, VIDIOC_S_FMT, &format);
  *fourcc = format.fmt.pix.pixelformat;
  *width = format.fmt.pix.width;
  *height = format.fmt.pix.height;
  *line = format.fmt.pix.bytesperline;
  return error;
}

// Requests buffers for mapping, or releases all with 0; returns their number.
static inline int vb_v4l2_buffers(int fd, uint32_t *count) {
  struct v4l2_requestbuffers buffers;
  memset(&buffers, 0, sizeof buffers);
  buffers.count = *count;
  buffers.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffers.memory = V4L2_MEMORY_MMAP;
  int error = vb_v4l2_call(fd, VIDIOC_REQBUFS, &buffers);
  *count = buffers.count;
  return error;
}

// The position from which a buffer is mapped.
static inline int vb_v4l2_buffer(int fd, uint32_t index, uint32_t *length, uint32_t *offset) {
  struct v4l2_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.index = index;
  buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer.memory = V4L2_MEMORY_MMAP;
  int error = vb_v4l2_call(fd, VIDIOC_QUERYBUF, &buffer);
  *length = buffer.length;
  *offset = buffer.m.offset;
  return error;
}

// Lends a buffer to the driver.
static inline int vb_v4l2_lend(int fd, uint32_t index) {
  struct v4l2_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.index = index;
  buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer.memory = V4L2_MEMORY_MMAP;
  return vb_v4l2_call(fd, VIDIOC_QBUF, &buffer);
}

// Takes the oldest filled buffer; EAGAIN if there is none. `used` is 0 for a picture that the driver damaged.
static inline int vb_v4l2_take(int fd, uint32_t *index, uint32_t *used) {
  struct v4l2_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer.memory = V4L2_MEMORY_MMAP;
  int error = vb_v4l2_call(fd, VIDIOC_DQBUF, &buffer);
  *index = buffer.index;
  *used = buffer.flags & V4L2_BUF_FLAG_ERROR ? 0 : buffer.bytesused;
  return error;
}

// Starts or stops the stream.
static inline int vb_v4l2_stream(int fd, int on) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return vb_v4l2_call(fd, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

#endif
