// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {authority, command, quoted, streamText} from '../../Sources/ControlServer/Page/network-cameras.js';

test('a camera is asked at the address of its service', () => {
  assert.equal(authority({host: '10.0.0.7', service: 'http://10.0.0.7:8080/onvif/device_service'}), '10.0.0.7:8080');
  assert.equal(authority({host: '10.0.0.7', service: 'http://10.0.0.7/onvif/device_service'}), '10.0.0.7');
  assert.equal(authority({host: 'porch', service: ''}), 'porch');
});

test('the command is one that a shell reads as it is meant, and has no password', () => {
  assert.equal(quoted("it's"), `'it'\\''s'`);
  assert.equal(quoted('rtsp://h:554/a_b-c'), 'rtsp://h:554/a_b-c');
  assert.equal(quoted('a;b'), "'a;b'");
  const stream = {pipeline: 'rtsp-h264', location: 'rtsp://h/s?a=1&b=2'};
  assert.equal(command(stream), "longshot camera --capture rtsp-h264 --set 'server.location=rtsp://h/s?a=1&b=2'");
  assert.equal(command(stream, {name: 'admin', password: 's3cr3t'}),
    "longshot camera --capture rtsp-h264 --set 'server.location=rtsp://h/s?a=1&b=2' --set server.user-id=admin --set server.user-pw=@FILE");
});

test('a stream has its size and rate if they are told', () => {
  assert.equal(streamText({width: 640, height: 360, encoding: 'H264', rate: 25}), '640x360 H264 at 25 a second');
  assert.equal(streamText({encoding: 'JPEG'}), 'JPEG');
});
