import { useEffect, useRef } from 'react'

/** An image that exists only on this device. */
export const BlobImage = ({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const shown = image.current!
    const address = URL.createObjectURL(blob)
    shown.src = address
    // Revoked once decoded: revoking on unmount would log an image that is still loading as missing.
    const free = () => URL.revokeObjectURL(address)
    shown.decode().then(free, free)
  }, [blob])
  return <img ref={image} alt={alt} className={className} />
}
