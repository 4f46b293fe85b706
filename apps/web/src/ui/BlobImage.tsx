import { useEffect, useRef } from 'react'

/** A picture that is on this device alone. */
export const BlobImage = ({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const shown = image.current!
    const address = URL.createObjectURL(blob)
    // not when the screen is left: a picture that is still on its way then would be logged as one that is not there
    const free = () => URL.revokeObjectURL(address)
    shown.addEventListener('load', free, { once: true })
    shown.addEventListener('error', free, { once: true })
    shown.src = address
  }, [blob])
  return <img ref={image} alt={alt} className={className} />
}
