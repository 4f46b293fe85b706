import { useEffect, useRef } from 'react'

/** A picture that is on this device alone. */
export const BlobImage = ({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const shown = image.current!
    const address = URL.createObjectURL(blob)
    shown.src = address
    // once it is there, or another in its place: freed as its screen is left, one on its way is logged as missing
    const free = () => URL.revokeObjectURL(address)
    shown.decode().then(free, free)
  }, [blob])
  return <img ref={image} alt={alt} className={className} />
}
