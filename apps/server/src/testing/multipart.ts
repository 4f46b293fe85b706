/** Returns a multipart body as a browser sends it: strings and objects become fields, bytes become a file. */
export const multipartOf = (
  parts: readonly [name: string, value: string | object | Uint8Array][],
): { payload: Buffer; headers: Record<string, string> } => {
  const boundary = '----parvis-test-boundary'
  const pieces = parts.flatMap(([name, value]) => {
    const isFile = value instanceof Uint8Array
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${isFile ? '; filename="photo.jpg"\r\ncontent-type: image/jpeg' : ''}\r\n\r\n`
    return [
      Buffer.from(head),
      isFile ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
