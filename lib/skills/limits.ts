/**
 * Characters of frontmatter that are parsed at all. Beyond it a hostile one costs seconds (50,000 keys took
 * 46 s), and no real one comes near.
 */
export const maxFrontmatterLength = 64 * 1024;
