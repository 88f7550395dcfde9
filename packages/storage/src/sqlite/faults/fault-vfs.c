/*
** A VFS on top of the default one, for tests: file operations are counted, and those that are told to fail do. What changes
** a file is written to a log, so that the files can be made again as they would be after a loss of power at any moment.
**
**   select fault_set(kind, first, count)   'any', 'write', 'torn' or 'sync' operations from the first on fail; '' for none
**   select fault_count()                   operations of that kind since then
**   select fault_log(path)                 begins a log; '' ends it
**   select fault_mark(text)                puts a text into the log
*/
#include <stdio.h>
#include <string.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

typedef struct FaultFile {
  sqlite3_file base;
  char *path;
  int logged;
  sqlite3_file *real;
} FaultFile;

static sqlite3_vfs *parent;
static char kind[16];
static sqlite3_int64 first, failing, counted;
static FILE *journal;

static void record(char what, const char *path, sqlite3_int64 offset, const void *data, int bytes) {
  unsigned int length = (unsigned int)strlen(path), size = (unsigned int)bytes;
  if (journal == 0) return;
  fputc(what, journal);
  fwrite(&length, sizeof length, 1, journal);
  fwrite(path, 1, length, journal);
  fwrite(&offset, sizeof offset, 1, journal);
  fwrite(&size, sizeof size, 1, journal);
  if (bytes > 0) fwrite(data, 1, size, journal);
  fflush(journal);
}

/* Whether this operation is to fail. */
static int fails(const char *operation) {
  if (kind[0] == 0) return 0;
  if (strcmp(kind, "any") != 0 && strcmp(operation, strcmp(kind, "torn") == 0 ? "write" : kind) != 0) return 0;
  counted += 1;
  return counted >= first && counted < first + failing;
}

#define REAL(file) (((FaultFile *)(file))->real)

static int faultClose(sqlite3_file *file) {
  FaultFile *f = (FaultFile *)file;
  int rc = f->real->pMethods ? f->real->pMethods->xClose(f->real) : SQLITE_OK;
  sqlite3_free(f->path);
  return rc;
}
static int faultRead(sqlite3_file *file, void *to, int bytes, sqlite3_int64 offset) {
  if (fails("read")) return SQLITE_IOERR_READ;
  return REAL(file)->pMethods->xRead(REAL(file), to, bytes, offset);
}
static int faultWrite(sqlite3_file *file, const void *from, int bytes, sqlite3_int64 offset) {
  FaultFile *f = (FaultFile *)file;
  if (fails("write")) {
    if (strcmp(kind, "torn") == 0) {
      REAL(file)->pMethods->xWrite(REAL(file), from, bytes / 2, offset);
      if (f->logged) record('W', f->path, offset, from, bytes / 2);
      return SQLITE_IOERR_WRITE;
    }
    return SQLITE_FULL;
  }
  if (f->logged) record('W', f->path, offset, from, bytes);
  return REAL(file)->pMethods->xWrite(REAL(file), from, bytes, offset);
}
static int faultTruncate(sqlite3_file *file, sqlite3_int64 size) {
  FaultFile *f = (FaultFile *)file;
  if (fails("truncate")) return SQLITE_IOERR_TRUNCATE;
  if (f->logged) record('T', f->path, size, 0, 0);
  return REAL(file)->pMethods->xTruncate(REAL(file), size);
}
static int faultSync(sqlite3_file *file, int flags) {
  FaultFile *f = (FaultFile *)file;
  if (fails("sync")) return SQLITE_IOERR_FSYNC;
  if (f->logged) record('S', f->path, 0, 0, 0);
  return REAL(file)->pMethods->xSync(REAL(file), flags);
}
static int faultFileSize(sqlite3_file *file, sqlite3_int64 *size) {
  if (fails("size")) return SQLITE_IOERR_FSTAT;
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}
static int faultLock(sqlite3_file *file, int level) {
  if (fails("lock")) return SQLITE_IOERR_LOCK;
  return REAL(file)->pMethods->xLock(REAL(file), level);
}
static int faultUnlock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xUnlock(REAL(file), level);
}
static int faultCheckReservedLock(sqlite3_file *file, int *answer) {
  if (fails("lock")) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), answer);
}
static int faultFileControl(sqlite3_file *file, int what, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), what, argument);
}
static int faultSectorSize(sqlite3_file *file) {
  return REAL(file)->pMethods->xSectorSize(REAL(file));
}
static int faultDeviceCharacteristics(sqlite3_file *file) {
  return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}
static int faultShmMap(sqlite3_file *file, int region, int size, int extend, void volatile **at) {
  if (fails("shm")) return SQLITE_IOERR_SHMMAP;
  return REAL(file)->pMethods->xShmMap(REAL(file), region, size, extend, at);
}
static int faultShmLock(sqlite3_file *file, int offset, int n, int flags) {
  if (!(flags & SQLITE_SHM_UNLOCK) && fails("shm")) return SQLITE_IOERR_SHMLOCK;
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, n, flags);
}
static void faultShmBarrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }
static int faultShmUnmap(sqlite3_file *file, int remove) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

static const sqlite3_io_methods methods = {
    2,                faultClose,      faultRead,   faultWrite,
    faultTruncate,    faultSync,       faultFileSize, faultLock,
    faultUnlock,      faultCheckReservedLock, faultFileControl, faultSectorSize,
    faultDeviceCharacteristics, faultShmMap, faultShmLock, faultShmBarrier,
    faultShmUnmap,    0,               0,
};

static int faultOpen(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *given) {
  FaultFile *f = (FaultFile *)file;
  int rc;
  (void)vfs;
  memset(f, 0, sizeof *f);
  if (fails("open")) return SQLITE_CANTOPEN;
  f->real = (sqlite3_file *)&f[1];
  rc = parent->xOpen(parent, path, f->real, flags, given);
  if (rc != SQLITE_OK) return rc;
  f->logged = path != 0 && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL));
  f->path = sqlite3_mprintf("%s", path ? path : "");
  if (f->logged) record('O', f->path, 0, 0, 0);
  f->base.pMethods = &methods;
  return SQLITE_OK;
}
static int faultDelete(sqlite3_vfs *vfs, const char *path, int sync) {
  int rc;
  (void)vfs;
  if (fails("delete")) return SQLITE_IOERR_DELETE;
  rc = parent->xDelete(parent, path, sync);
  if (rc == SQLITE_OK) record('D', path, sync, 0, 0);
  return rc;
}
static int faultAccess(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  (void)vfs;
  if (fails("access")) return SQLITE_IOERR_ACCESS;
  return parent->xAccess(parent, path, flags, answer);
}
static int faultFullPathname(sqlite3_vfs *vfs, const char *path, int size, char *to) {
  (void)vfs;
  return parent->xFullPathname(parent, path, size, to);
}

static sqlite3_vfs shim;

static void faultSetFunction(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  sqlite3_snprintf(sizeof kind, kind, "%s", (const char *)sqlite3_value_text(values[0]));
  first = sqlite3_value_int64(values[1]);
  failing = sqlite3_value_int64(values[2]);
  counted = 0;
  sqlite3_result_null(context);
}
static void faultCountFunction(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  (void)values;
  sqlite3_result_int64(context, counted);
}
static void faultLogFunction(sqlite3_context *context, int count, sqlite3_value **values) {
  const char *path = (const char *)sqlite3_value_text(values[0]);
  (void)count;
  if (journal) fclose(journal);
  journal = path && path[0] ? fopen(path, "wb") : 0;
  sqlite3_result_int(context, journal != 0);
}
static void faultMarkFunction(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  record('M', (const char *)sqlite3_value_text(values[0]), 0, 0, 0);
  sqlite3_result_null(context);
}

#ifdef _WIN32
__declspec(dllexport)
#endif
int sqlite3_faultvfs_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)message;
  if (parent == 0) {
    parent = sqlite3_vfs_find(0);
    shim = *parent;
    shim.zName = "fault";
    shim.pNext = 0;
    shim.iVersion = 1;
    shim.szOsFile = (int)sizeof(FaultFile) + parent->szOsFile;
    shim.xOpen = faultOpen;
    shim.xDelete = faultDelete;
    shim.xAccess = faultAccess;
    shim.xFullPathname = faultFullPathname;
    sqlite3_vfs_register(&shim, 1);
  }
  sqlite3_create_function(db, "fault_set", 3, SQLITE_UTF8, 0, faultSetFunction, 0, 0);
  sqlite3_create_function(db, "fault_count", 0, SQLITE_UTF8, 0, faultCountFunction, 0, 0);
  sqlite3_create_function(db, "fault_log", 1, SQLITE_UTF8, 0, faultLogFunction, 0, 0);
  sqlite3_create_function(db, "fault_mark", 1, SQLITE_UTF8, 0, faultMarkFunction, 0, 0);
  return SQLITE_OK_LOAD_PERMANENTLY;
}
