import { useEffect, useRef } from 'react'

export interface FaceProps {
  /** A picked file, or the URL of the stored photo. */
  photo: Blob | string
  alt: string
  className?: string
}

export const Face = ({ photo, alt, className }: FaceProps) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = typeof photo === 'string' ? photo : URL.createObjectURL(photo)
    if (image.current) image.current.src = address
    return () => {
      if (photo !== address) URL.revokeObjectURL(address)
    }
  }, [photo])
  return <img ref={image} alt={alt} className={className} />
}
