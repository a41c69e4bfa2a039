/** Child processes and the directory they work in: started, watched, and stopped whatever happens to the parent. */
package dev.varve.it.process;
