"""A camera that sends JPEG pictures by HTTP, for tests: PORT FOLDER [RATE].

Sends the pictures of the folder in the order of their names, ten or RATE a second, each once to all who watch. Every 20th is cut off; the
boundary before every 30th is wrong, so that it belongs to the picture before it. Ends the answer with the last one.
"""
import http.server
import pathlib
import sys
import time

port, folder, rate = int(sys.argv[1]), pathlib.Path(sys.argv[2]), int((sys.argv[3:] or [10])[0])
pictures = [file.read_bytes() for file in sorted(folder.iterdir())]


class Camera(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace;boundary=frame")
        self.end_headers()
        for number, picture in enumerate(pictures, 1):
            boundary = b"--fraem" if number % 30 == 0 else b"--frame"
            if number % 20 == 0:
                picture = picture[:len(picture) // 2]
            self.wfile.write(b"%s\r\nContent-Type: image/jpeg\r\n\r\n%s\r\n" % (boundary, picture))
            self.wfile.flush()
            time.sleep(1 / rate)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Camera)
print("ready", flush=True)
server.serve_forever()
