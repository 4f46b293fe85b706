import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a small tmpfs as data disk; returns its folder, or null without root or the right to mount. */
export const mountSmallDisk = (megabytes: number): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-disk-'))
  const mounted =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]).status === 0
  if (!mounted) rmSync(folder, { recursive: true })
  return mounted ? folder : null
}
export const unmountDisk = (disk: string): void => {
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
}
/** Writes to this file until its disk has no room left. */
export const writeUntilFull = (path: string): void => {
  const file = openSync(path, 'w')
  try {
    for (let size = 1 << 20; size >= 512; size = size > 4096 ? size >> 1 : 0) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch {
        // The disk has no room for this size: the loop continues with smaller writes.
      }
    }
  } finally {
    closeSync(file)
  }
}
