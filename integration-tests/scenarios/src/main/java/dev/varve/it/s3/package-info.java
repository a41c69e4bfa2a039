/** An S3 server with conditional writes. */
package dev.varve.it.s3;
