export const permissionReasons = {
  en: {
    NSCameraUsageDescription:
      'To take a photo for a post, a message or your profile, and to scan the code of a poster.',
    NSPhotoLibraryUsageDescription: 'To choose a photo for a post, a message or your profile.',
    NSPhotoLibraryAddUsageDescription: 'To keep a photo that you took here among your own.',
    NSLocationWhenInUseUsageDescription: 'To show communities and good deals near you, and to share where you are.',
  },
  fr: {
    NSCameraUsageDescription:
      'Pour prendre une photo pour une publication, un message ou votre profil, et scanner le code d’une affiche.',
    NSPhotoLibraryUsageDescription: 'Pour choisir une photo pour une publication, un message ou votre profil.',
    NSPhotoLibraryAddUsageDescription: 'Pour garder parmi vos photos une photo prise ici.',
    NSLocationWhenInUseUsageDescription:
      'Pour montrer les communautés et les bons plans près de vous, et partager où vous êtes.',
  },
} as const

export const languages = ['en', 'fr'] as const
