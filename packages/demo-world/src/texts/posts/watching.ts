import { photo } from '../scenes.ts'
import { freePost, noticePost, demoVideo, type DemoPost } from './post.ts'

/** Posts with real films that anybody may show: the open movies of the Blender Foundation (CC BY). */
export const videoPosts: DemoPost[] = [
  noticePost(
    'video-plein-air',
    undefined,
    {
      fr: [
        'Cinéma de plein air : le film de vendredi',
        'Dix minutes de lapin vengeur, pour tous les âges. Apportez votre chaise, la cour fournit les étoiles.',
      ],
      en: [
        'Open-air cinema: Friday’s film',
        'Ten minutes of a rabbit’s revenge, for all ages. Bring your chair, the courtyard brings the stars.',
      ],
    },
    {
      demoVideo: demoVideo('aqz-KE-bpKQ', photo('open-air-film', 0), 635, 'Big Buck Bunny', 'Big Buck Bunny'),
      seasons: ['summer'],
      answers: 'many',
    },
  ),
  freePost(
    'video-pluie',
    {
      fr: [
        'Pour les enfants coincés par la pluie',
        'Un lama, un pingouin, une seule baie. Silence garanti pendant deux minutes et demie.',
      ],
      en: [
        'For children stuck in by the rain',
        'A llama, a penguin, one single berry. Silence guaranteed for two and a half minutes.',
      ],
    },
    {
      demoVideo: demoVideo(
        'SkVqJ1SGeL0',
        photo('umbrella-rain', 4),
        150,
        'Caminandes: Llamigos',
        'Caminandes: Llamigos',
      ),
      answers: 'some',
    },
  ),
  freePost(
    'video-dragon',
    {
      fr: ['Le court métrage dont je parlais', 'Une fille, un dragon et une fin qui pique. Pas pour les tout-petits.'],
      en: ['The short film I was talking about', 'A girl, a dragon and an ending that stings. Not for the very young.'],
    },
    {
      demoVideo: demoVideo('eRsGyueVLvQ', photo('open-air-film', 1), 888, 'Sintel', 'Sintel'),
      answers: 'many',
      seasons: ['spring', 'summer', 'autumn'],
    },
  ),
  freePost(
    'video-montagne',
    {
      fr: [
        'Pour attendre le redoux',
        'Une bergère, son chien et un hiver qui traîne. On dirait la Tournette vue d’ici.',
      ],
      en: [
        'While we wait for the thaw',
        'A shepherdess, her dog and a winter that lingers. It could be our own mountain.',
      ],
    },
    {
      demoVideo: demoVideo('WhWc3b3KhnY', photo('sunset-mountain', 5), 464, 'Spring', 'Spring'),
      author: { minAge: 12, maxAge: 30 },
      answers: 'many',
      seasons: ['winter'],
    },
  ),
  freePost(
    'video-cineclub',
    {
      fr: [
        'Ciné-club : le film du mois',
        'Un mouton au bord du gouffre, un drôle de vendeur. On en parle jeudi au local.',
      ],
      en: [
        'Film club: this month’s choice',
        'A sheep on the edge and an odd sort of salesman. We talk about it on Thursday in the common room.',
      ],
    },
    {
      demoVideo: demoVideo('Y-rmzh0PI3c', photo('open-air-film', 2), 730, 'Cosmos Laundromat', 'Cosmos Laundromat'),
      seasons: ['spring', 'summer', 'autumn'],
      answers: 'many',
    },
  ),
]
