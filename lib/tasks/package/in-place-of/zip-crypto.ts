/** Replaces what decrypts entries of zip archives: the package refuses encrypted ones (`lib/upload/read-zip.ts`). */
class Refused {
  constructor() {
    throw new Error("Nothing is decrypted here.");
  }
}

export {
  Refused as AESDecryptionStream,
  Refused as AESEncryptionStream,
  Refused as ZipCryptoDecryptionStream,
  Refused as ZipCryptoEncryptionStream,
};
