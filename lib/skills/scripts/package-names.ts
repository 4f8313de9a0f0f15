/** Packages with another name than the module that they provide: module → package. */
const packages: ReadonlyMap<string, string> = new Map(
  (
    "PIL:pillow yaml:pyyaml bs4:beautifulsoup4 cv2:opencv-python sklearn:scikit-learn skimage:scikit-image docx:python-docx pptx:python-pptx " +
    "dotenv:python-dotenv fitz:pymupdf dateutil:python-dateutil Crypto:pycryptodome git:gitpython OpenSSL:pyopenssl " +
    "serial:pyserial magic:python-magic jwt:pyjwt attr:attrs slugify:python-slugify frontmatter:python-frontmatter " +
    "pkg_resources:setuptools ruamel:ruamel.yaml Levenshtein:levenshtein usb:pyusb websocket:websocket-client " +
    "telegram:python-telegram-bot github:pygithub gitlab:python-gitlab jose:python-jose multipart:python-multipart nacl:pynacl " +
    "psycopg2:psycopg2-binary MySQLdb:mysqlclient pymysql:pymysql zmq:pyzmq win32com:pywin32 win32api:pywin32 wx:wxpython gi:pygobject " +
    "mpl_toolkits:matplotlib pylab:matplotlib Bio:biopython umap:umap-learn OCC:pythonocc-core faiss:faiss-cpu " +
    "discord:discord.py slack_sdk:slack-sdk googleapiclient:google-api-python-client google:google-api-python-client " +
    "pdfminer:pdfminer.six odf:odfpy youtube_dl:youtube-dl yt_dlp:yt-dlp"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** The package that provides a module, as far as names tell: most have the same name. */
export function packageOfModule(module: string): string {
  return packages.get(module) ?? module;
}

/** The normalised name of a Python package, for comparing two (PEP 503). */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
