"""What the build does to an interpreter that has just begun, before it keeps its memory: programs begin from that."""

import gc
import sys

import page_errors

page_errors.install()

import asyncio  # noqa: E402
import time  # noqa: E402

# Imported once here, so that no program waits for them.
import argparse, base64, collections, configparser, contextlib, copy, csv, dataclasses, datetime, decimal, difflib  # noqa: E401, F401
import enum, fnmatch, functools, glob, hashlib, html, importlib.util, itertools, json, logging, math, operator  # noqa: E401, F401
import pathlib, platform, pprint, random, re, runpy, shlex, shutil, statistics, string, subprocess, tempfile  # noqa: E401, F401
import textwrap, traceback, typing, unicodedata, urllib.parse, urllib.request, uuid, xml.etree.ElementTree, zipfile  # noqa: E401, F401

import sysconfig

import pyodide.webloop
import page_main
import page_missing
import page_network
import page_processes
import page_system
import page_threads
import page_waiting
from _pyodide._importhook import jsfinder

# A memory cannot be kept without these; `page_main.start` lets go of them with this module.
_held = []


def _close_doors():
    """Takes away what leads from Python to the worker's own language."""
    _held.extend(jsfinder.jsproxies.values())
    jsfinder.jsproxies.clear()
    for name in list(sys.modules):
        if name.partition(".")[0] in ("js", "pyodide_js"):
            _held.append(sys.modules.pop(name))
    sys.meta_path[:] = [each for each in sys.meta_path if each is not jsfinder and "Windows" not in repr(each)]


def prepare():
    # By the name of a platform that scripts are no longer told (`page_main.start`).
    sysconfig.get_config_vars()
    asyncio.run = pyodide.webloop._orig_run
    time.sleep = pyodide.webloop._orig_sleep
    page_processes.install(pyodide.webloop._orig_sleep, asyncio.get_event_loop())
    page_network.install()
    page_system.install()
    page_waiting.install()
    page_threads.install()
    page_missing.connect()
    _close_doors()
    sys.argv = [""]
    gc.collect()
    _empty_free_memory()


def _empty_free_memory():
    """Fills with nothing what was used and is free again, such as what was read of the library: all of it would be kept and fetched."""
    held = [[bytes(2**power - 64) for _ in range(max(1, 2**18 >> power))] for power in range(17, 9, -1)]
    held.extend([bytes(size - 17) for _ in range(40)] for size in range(32, 513, 16))
    held.clear()
