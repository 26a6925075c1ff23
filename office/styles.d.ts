// The bundler puts the styles that a page imports into a file of their own.
declare module '*.css'
