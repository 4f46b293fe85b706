import { useEffect, useRef } from 'react'

export const BlobImage = ({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const element = image.current!
    const url = URL.createObjectURL(blob)
    element.src = url
    // Revokes the URL as soon as the image is decoded: if it were revoked on unmount, an image that is still loading
    // would log an error.
    const revoke = () => URL.revokeObjectURL(url)
    element.decode().then(revoke, revoke)
  }, [blob])
  return <img ref={image} alt={alt} className={className} />
}
