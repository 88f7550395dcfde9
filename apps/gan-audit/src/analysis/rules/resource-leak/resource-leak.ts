import { callRule, type Rule } from "../../rule.ts";
import { checkGo } from "./check-go.ts";
import { checkJava } from "./check-java.ts";
import { checkJavascript } from "./check-javascript.ts";
import { checkPython } from "./check-python.ts";

const MESSAGE =
  "What is opened here is not closed on every way out; close it in a block that always runs.";

const CHECKS = { javascript: checkJavascript, python: checkPython, go: checkGo, java: checkJava };

export const resourceLeak: readonly Rule[] = [
  callRule({
    id: "resource-leak",
    category: "resource-leak",
    severity: "major",
    message: MESSAGE,
    calls: {
      javascript: `
        open openSync connect acquire getConnection launch createConnection useEffect
        useLayoutEffect`,
      python: `
        open fdopen socket create_connection connect urlopen ZipFile NamedTemporaryFile
        TemporaryFile SMTP FTP acquire`,
      go: `
        Open Create OpenFile CreateTemp Dial DialTimeout Listen Get Post PostForm Head Do
        Query QueryContext Queryx NewReader OpenReader NewTicker Begin BeginTx Conn TempFile
        WithCancel WithTimeout WithDeadline Lock RLock`,
      java: `
        FileInputStream FileOutputStream FileReader FileWriter BufferedReader BufferedWriter
        BufferedInputStream BufferedOutputStream PrintWriter Scanner Socket ServerSocket
        RandomAccessFile ZipFile JarFile ZipInputStream ZipOutputStream GZIPInputStream
        ObjectInputStream ObjectOutputStream DataInputStream getConnection createStatement
        prepareStatement executeQuery newBufferedReader newBufferedWriter newInputStream
        newOutputStream newDirectoryStream openStream lines list walk lock`,
    },
    check: (call, node, file) => CHECKS[file.family](call, node, file),
  }),
];
