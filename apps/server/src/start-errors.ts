/** Explains a system error at the start to the operator in a sentence; returns the message of any other error. */
export const startErrorMessage = (error: NodeJS.ErrnoException & { port?: number; address?: string }): string => {
  const { code, syscall, path, port, address, message } = error
  if (syscall === 'listen') {
    const place = `port ${port}${address ? ` of ${address}` : ''}`
    if (code === 'EADDRINUSE')
      return `Another program listens on ${place} already. Stop it, or set PORT to another number.`
    if (code === 'EACCES')
      return `This user may not listen on ${place}. Set PORT to 1024 or more, and let a proxy take the calls of ${port}.`
    if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Set HOST to one that it has.`
    if (code === 'ENOTFOUND') return `HOST is not an address of this machine: ${address ?? message}.`
  }
  if (path && (code === 'EACCES' || code === 'EPERM'))
    return `This user may not use ${path}. Give it the folder, or set DATA_DIR to another one.`
  if (path && (code === 'EEXIST' || code === 'ENOTDIR'))
    return `${path} is a file, where a folder is needed. Move it away, or set DATA_DIR to another folder.`
  if (path && (code === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir')))
    return `${path} cannot be written to. Set DATA_DIR to a folder that can.`
  // PostgreSQL's insufficient_privilege, and invalid_schema_name for a schema that the user may not see.
  if (code === '42501' || code === '3F000')
    return `The user of DATABASE_URL may not do everything in its database: ${message}. Make it the owner (alter database … owner to …), or give it what is missing (grant all on schema public to …; grant create on database … to …).`
  if (code === 'ENOSPC') return `The disk is full${path ? `: ${path} could not be written` : ''}.`
  return message
}
