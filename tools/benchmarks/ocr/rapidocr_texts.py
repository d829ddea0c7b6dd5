"""Prints the texts that RapidOCR reads in an image, one per line: rapidocr_texts.py [--row] IMAGE

With --row the image is a single row of text, so no search for rows takes place.
"""

import sys

import cv2
from rapidocr_onnxruntime import RapidOCR

row, path = sys.argv[1] == "--row", sys.argv[-1]
cv2.setNumThreads(1)
engine = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)
lines, _ = engine(path, use_det=False, use_cls=False) if row else engine(path)
for line in lines or []:
    print(line[0] if row else line[1])
